import assert from 'node:assert/strict';
import { Refusal } from '@karat/contract/refusal';
import type { Sql, Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import type { Live } from '#live/port.ts';
import {
  type Account,
  addToBalance,
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
  selectWallet,
  type Wallet,
} from './queries.ts';

export type { Account, Line };

/** The player's wallet. Every account has one from its creation. */
export async function walletOf(sql: Sql, playerId: number): Promise<Wallet> {
  const wallet = await selectWallet(sql, playerId);
  assert(wallet !== undefined, `player ${playerId} has no wallet`);
  return wallet;
}

/**
 * Writes the ledger row of a balance that has already changed, and sends the new balance to the player's tabs after the commit.
 */
export async function recordMovement(tx: Tx, live: Live, line: Line, wallet: Wallet): Promise<void> {
  await insertLine(tx.sql, { ...line, newBalance: wallet.balance });
  tx.afterCommit(() => live.toPlayer(line.playerId, 'BALANCE_UPDATE', wallet));
}

/**
 * Moves diamonds between a wallet and another account, and sends the balance to open tabs after the commit. Not for wagers:
 * those take a stake, which checks whether the player may wager.
 */
export async function moveDiamonds(tx: Tx, live: Live, line: Line): Promise<Wallet> {
  const wallet = await addToBalance(tx.sql, line.playerId, line.amount);
  if (wallet === undefined && line.amount > 0) throw new Refusal('invalid', 'No wallet can hold that much.');
  if (wallet === undefined) throw new Refusal('insufficient_balance', 'Not enough diamonds.');
  await recordMovement(tx, live, line, wallet);
  return wallet;
}

/** Locks a wallet until the end of the transaction. */
export function lockWallet(tx: Tx, playerId: number): Promise<void> {
  return lockWalletRow(tx.sql, playerId);
}

/** Locks several wallets by rising id, before any of them changes. */
export function lockWallets(tx: Tx, playerIds: readonly number[]): Promise<void> {
  return lockWalletRows(tx.sql, playerIds);
}

/** Makes several payments to one wallet in one statement. A payment of 0 writes no row; the wallet is locked in any case. */
export async function creditTogether(tx: Tx, live: Live, { credits, ...from }: Credits): Promise<void> {
  const paying = credits.filter(({ amount }) => amount !== 0);
  if (paying.length === 0) return lockWallet(tx, from.playerId);
  const wallet = await insertCredits(tx.sql, { ...from, credits: paying });
  tx.afterCommit(() => live.toPlayer(from.playerId, 'BALANCE_UPDATE', wallet));
}

/** The welcome bonus of a demo site. */
const WELCOME_DIAMONDS = 100_000;
const WELCOMES_AT_ONCE_MAX = 1_000;

/** Pays the welcome bonus to a new account, on demo sites only. */
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

/**
 * Pays the bonus once to each account that was created before there was one. Runs before clients can connect, so it sends no
 * events.
 */
export async function giveMissingWelcomes({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<void> {
  if (!env.isDemo) return;
  const paySome = () =>
    db.transaction(async (tx) => {
      await lockWelcomes(tx.sql);
      return payWelcomes(tx.sql, { amount: WELCOME_DIAMONDS, limit: WELCOMES_AT_ONCE_MAX });
    });
  while ((await paySome()) > 0);
}

/** Moves diamonds between two accounts that are not wallets, such as the rake of a room. */
export function moveBetweenAccounts(tx: Tx, line: HouseLine): Promise<void> {
  return insertHouseLine(tx.sql, line);
}
