import assert from 'node:assert/strict';
import { Refusal } from '@karat/contract/refusal';
import type { Sql, Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import type { Live } from '#live/port.ts';
import {
  type GivenBack,
  lowerDepositUses,
  lowerLimitUses,
  lowerLossUses,
  type RaisedLimit,
  raiseLimitUses,
} from './limit-queries.ts';
import { selectPaceLeftMs, takePace, updateCareful, updateCarefulByLimits, updateStretch } from './play-queries.ts';
import {
  addToBalance,
  type Bar,
  type Credits,
  type HouseLine,
  insertCredits,
  insertHouseLine,
  insertLine,
  type Line,
  lockWalletRow,
  lockWalletRows,
  lockWelcomes,
  payWelcomes,
  selectWagerer,
  selectWallet,
  type Stake,
  takeFreeStakes,
  takeLimitedStake,
  type TakenStake,
  type Wagerer,
  type Wallet,
} from './queries.ts';

export type { GivenBack, TakenStake };

/** What a player holds. Every account has a wallet from its first moment on. */
export async function walletOf(sql: Sql, playerId: number): Promise<Wallet> {
  const wallet = await selectWallet(sql, playerId);
  assert(wallet !== undefined, `player ${playerId} has no wallet`);
  return wallet;
}

/**
 * Moves diamonds between a wallet and another account, and tells every open tab once it is durable. Not for wagers: those
 * go through a stake, which asks first whether the player may.
 */
export async function moveDiamonds(tx: Tx, live: Live, line: Line): Promise<Wallet> {
  const wallet = await addToBalance(tx.sql, line.playerId, line.amount);
  if (wallet === undefined && line.amount > 0) throw new Refusal('invalid', 'No wallet can hold that much.');
  if (wallet === undefined) throw new Refusal('insufficient_balance', 'Not enough diamonds.');
  await insertLine(tx.sql, { ...line, newBalance: wallet.balance });
  tx.afterCommit(() => live.toPlayer(line.playerId, 'BALANCE_UPDATE', wallet));
  return wallet;
}

/** Whatever else is done under the lock of this wallet now waits for the end of the transaction. */
export function lockWallet(tx: Tx, playerId: number): Promise<void> {
  return lockWalletRow(tx.sql, playerId);
}

/** The same for several, by rising id: before any of them moves. */
export function lockWallets(tx: Tx, playerIds: readonly number[]): Promise<void> {
  return lockWalletRows(tx.sql, playerIds);
}

/** Pays a wallet several times over in one statement. Nothing moves for a payment of 0; the wallet is locked even so. */
export async function creditTogether(tx: Tx, live: Live, { credits, ...from }: Credits): Promise<void> {
  const paying = credits.filter(({ amount }) => amount !== 0);
  if (paying.length === 0) return lockWallet(tx, from.playerId);
  const wallet = await insertCredits(tx.sql, { ...from, credits: paying });
  tx.afterCommit(() => live.toPlayer(from.playerId, 'BALANCE_UPDATE', wallet));
}

/** What a demo gives everybody to play with. */
const WELCOME_DIAMONDS = 100_000;
const WELCOMES_AT_ONCE_MAX = 1_000;

/** The first diamonds of a new account, where the site is a demo. */
export async function giveWelcome(tx: Tx, { live, env }: Pick<Deps, 'live' | 'env'>, playerId: number): Promise<void> {
  if (!env.isDemo) return;
  const reference = `welcome:${playerId}`;
  await moveDiamonds(tx, live, {
    type: 'WELCOME',
    reference,
    playerId,
    account: 'house:promo',
    amount: WELCOME_DIAMONDS,
  });
}

/** The same for accounts from before there was a welcome, each once. Before anybody is connected, so nobody is told. */
export async function giveMissingWelcomes({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<void> {
  if (!env.isDemo) return;
  const paySome = () =>
    db.transaction(async (tx) => {
      await lockWelcomes(tx.sql);
      return payWelcomes(tx.sql, { amount: WELCOME_DIAMONDS, limit: WELCOMES_AT_ONCE_MAX });
    });
  while ((await paySome()) > 0);
}

/** A stake with the country it comes from, as the request tells it; undefined where that is not known. */
export type Wager = Stake & { readonly country: string | undefined };

type WagerDeps = Pick<Deps, 'env'>;
type StakeDeps = WagerDeps & Pick<Deps, 'live'>;

const BARS: Readonly<Record<Bar, string>> = {
  ledger_halted: 'Games are paused while the books are checked. Your diamonds are safe.',
  banned: 'This account is banned.',
  age_unconfirmed: 'Please confirm that you are 18 or older first.',
  self_excluded: 'You have excluded yourself from playing.',
  on_break: 'You are taking a break from playing.',
  reality_check: 'Please look at how long you have played first, then go on.',
};

function isDenied({ env }: WagerDeps, { country }: Wager): boolean {
  return country !== undefined && env.deniedCountries.has(country);
}

/** Looks at who would wager, and refuses where something stands against it. A refusal may be a moment old; a stake is not. */
export async function assertMayStake(sql: Sql, deps: WagerDeps, wager: Wager): Promise<Wagerer> {
  if (isDenied(deps, wager)) throw new Refusal('country_denied', 'Playing is not offered in your country.');
  const wagerer = await selectWagerer(sql, wager.playerId);
  assert(wagerer !== undefined, `there is no player ${wager.playerId}`);
  if (wagerer.bar !== null) throw new Refusal(wagerer.bar, BARS[wagerer.bar]);
  if (wagerer.balance < wager.amount) throw new Refusal('insufficient_balance', 'Not enough diamonds.');
  return wagerer;
}

function limitReached({ kind, period }: RaisedLimit): Refusal {
  const limit = `${period === 'day' ? 'daily' : 'weekly'} ${kind} limit`;
  return new Refusal('limit_reached', `This would pass your ${limit}.`);
}

/**
 * Takes the stakes of many players at once. Whoever may not wager, has limits or cannot pay is not among the rows: they
 * are served, or told why not, by `takeStake`. So is everybody where there must be a pause between games.
 */
export async function takeStakes(tx: Tx, deps: WagerDeps, wagers: readonly Wager[]): Promise<TakenStake[]> {
  if (deps.env.minGameMs > 0) return [];
  return takeFreeStakes(
    tx.sql,
    wagers.filter((wager) => !isDenied(deps, wager)),
  );
}

/** Counts the stake against the player's own limits, or refuses: the whole transaction then falls, and the count with it. */
async function raiseLimits(tx: Tx, { playerId, amount }: Wager): Promise<void> {
  const limits = await raiseLimitUses(tx.sql, { playerId, amount, kinds: ['wager', 'loss'] });
  const passed = limits.find(({ isWithin }) => !isWithin);
  if (passed !== undefined) throw limitReached(passed);
}

/**
 * Sends the player's stakes through the careful lane, or no longer. In the wallet's own row: a stake that waits for it looks at
 * this row again, and at no other.
 */
export function sendCarefully(tx: Tx, playerId: number, isCareful: boolean): Promise<void> {
  return updateCareful(tx.sql, playerId, isCareful);
}

/** The same again as before somebody was barred. */
export function sendByLimits(tx: Tx, playerId: number): Promise<void> {
  return updateCarefulByLimits(tx.sql, playerId);
}

/** Refuses a paid game that follows too soon on another. */
async function keepPace(tx: Tx, { minGameMs }: Deps['env'], playerId: number): Promise<void> {
  if (minGameMs === 0 || (await takePace(tx.sql, playerId, minGameMs))) return;
  const leftMs = await selectPaceLeftMs(tx.sql, playerId, minGameMs);
  throw new Refusal('too_soon', 'Please take a moment between two games.', {
    retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
  });
}

/** Between the look and the debit the wallet may move; one that moves this often is being emptied. */
const LOOKS_MAX = 3;

/** Debits the stake once it was looked at who wagers. Limits are counted under the wallet's lock, as they are set. */
async function debitStake(tx: Tx, deps: WagerDeps, wager: Wager): Promise<TakenStake & { hasLimits: boolean }> {
  let isCounted = false;
  for (let looks = 1; looks <= LOOKS_MAX; looks++) {
    // Barred or spent since it was asked last: this look says which.
    const { hasLimits, hasSeed } = await assertMayStake(tx.sql, deps, wager);
    assert(hasSeed || wager.rolls === 0, `the wallet of player ${wager.playerId} has no seed`);
    if (hasLimits && !isCounted) {
      await lockWallet(tx, wager.playerId);
      await raiseLimits(tx, wager);
      isCounted = true;
    }
    const taken = await takeLimitedStake(tx.sql, { ...wager, hasLimits: isCounted });
    if (taken !== undefined) return { ...taken, hasLimits: isCounted };
  }
  await assertMayStake(tx.sql, deps, wager);
  throw new Refusal('insufficient_balance', 'Not enough diamonds.');
}

/**
 * Takes one stake with a closer look, or says why not. What the wager gives back in the same commit is told by
 * `returned`, so that only what is lost counts as lost.
 */
export async function takeStake(
  tx: Tx,
  deps: StakeDeps,
  wager: Wager,
): Promise<TakenStake & { returned(amount: number): Promise<void> }> {
  const { playerId } = wager;
  const { hasLimits, ...taken } = await debitStake(tx, deps, wager);
  await keepPace(tx, deps.env, playerId);
  const begun = hasLimits ? await updateStretch(tx.sql, playerId) : undefined;
  if (begun !== undefined) tx.afterCommit(() => deps.live.toPlayer(playerId, 'REALITY_CHECK', begun));
  return { ...taken, returned: (back) => lowerLossUses(tx.sql, playerId, back) };
}

/** Puts diamonds at stake and posts where they went, or says why not; answers what is left. For wagers without a roll. */
export async function stakeDiamonds(
  tx: Tx,
  deps: StakeDeps,
  { country, line }: { country: string | undefined; line: Line },
): Promise<number> {
  const { playerId, amount } = line;
  assert(amount < 0, 'a stake leaves the wallet');
  const stake = { playerId, country, amount: -amount, movements: 1, rolls: 0 };
  const { balance, version } = await takeStake(tx, deps, stake);
  await insertLine(tx.sql, { ...line, newBalance: balance });
  tx.afterCommit(() => deps.live.toPlayer(playerId, 'BALANCE_UPDATE', { balance, version }));
  return balance;
}

/**
 * Takes what came back off the counters of players' own limits. After the payment, by which their wallets are locked: who sets a
 * limit at that moment has counted the payment, or is found here.
 */
export async function giveBackToLimits(tx: Tx, given: readonly GivenBack[]): Promise<void> {
  if (given.length > 0) await lowerLimitUses(tx.sql, given);
}

/** Moves diamonds where no player is: rake, the close of something. */
export function moveBetweenAccounts(tx: Tx, line: HouseLine): Promise<void> {
  return insertHouseLine(tx.sql, line);
}

/** Whoever would put skins in or take them out. They are money's worth: where countries are denied, an unknown one is too. */
type Trader = { readonly playerId: number; readonly country: string | undefined };

async function barOf(sql: Sql, { env }: WagerDeps, { playerId, country }: Trader): Promise<Bar | null> {
  if (env.deniedCountries.size > 0 && (country === undefined || env.deniedCountries.has(country))) {
    throw new Refusal('country_denied', 'Skins do not go in or out in your country.');
  }
  const wagerer = await selectWagerer(sql, playerId);
  assert(wagerer !== undefined, `there is no player ${playerId}`);
  return wagerer.bar;
}

/** Refuses whoever may not put anything in: what stops a wager stops a deposit too. */
export async function assertMayDeposit(sql: Sql, deps: WagerDeps, trader: Trader): Promise<void> {
  const bar = await barOf(sql, deps, trader);
  if (bar !== null) throw new Refusal(bar, BARS[bar]);
}

/** Refuses whoever may not take anything out. On a break, or excluded by oneself, one may still have what is one's own. */
export async function assertMayWithdraw(sql: Sql, deps: WagerDeps, trader: Trader): Promise<void> {
  const bar = await barOf(sql, deps, trader);
  if (bar === 'ledger_halted' || bar === 'banned') throw new Refusal(bar, BARS[bar]);
}

type Deposit = { readonly playerId: number; readonly amount: number };

/** Refuses what a break or an exclusion is a rest from, but no wager: a mission's reward waits until it is over. */
export async function assertNotResting(sql: Sql, playerId: number): Promise<void> {
  const wagerer = await selectWagerer(sql, playerId);
  if (wagerer?.bar === 'on_break' || wagerer?.bar === 'self_excluded')
    throw new Refusal(wagerer.bar, BARS[wagerer.bar]);
}

/** Counts a deposit against the player's own limits, or refuses. */
export async function countDeposit(tx: Tx, { playerId, amount }: Deposit): Promise<void> {
  await lockWallet(tx, playerId);
  const limits = await raiseLimitUses(tx.sql, { playerId, amount, kinds: ['deposit'] });
  const passed = limits.find(({ isWithin }) => !isWithin);
  if (passed !== undefined) throw limitReached(passed);
}

/** Takes a deposit off the counters again: nothing came of it, or it was reversed. Locks the wallet: who sets a limit waits. */
export async function uncountDeposit(tx: Tx, deposit: Deposit & { readonly countedAt: string }): Promise<void> {
  await lockWallet(tx, deposit.playerId);
  await lowerDepositUses(tx.sql, deposit);
}
