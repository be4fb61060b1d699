import assert from 'node:assert/strict';
import { Refusal } from '@karat/contract/refusal';
import { WELCOME_BONUS } from '@karat/rules/welcome';
import type { Sql, Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import type { Live } from '#live/port.ts';
import {
  type Account,
  addToBalance,
  type Credits,
  type HouseLedgerRow,
  insertCredits,
  insertHouseLedgerRow,
  insertLedgerRow,
  type LedgerRow,
  lockWalletRow,
  lockWalletRows,
  isWelcomeBonusMissing,
  lockWelcomeBonuses,
  insertWelcomeBonuses,
  selectWallet,
  type Wallet,
} from './queries.ts';

export type { Account, LedgerRow };

/** Reads the player's wallet. Every account has one from its creation. */
export async function readWallet(sql: Sql, playerId: number): Promise<Wallet> {
  const wallet = await selectWallet(sql, playerId);
  assert(wallet !== undefined, `player ${playerId} has no wallet`);
  return wallet;
}

/**
 * Writes the ledger row of a balance that has already changed, and sends the new balance to the player's tabs after the commit.
 */
export async function recordMovement(tx: Tx, live: Live, row: LedgerRow, wallet: Wallet): Promise<void> {
  await insertLedgerRow(tx.sql, { ...row, newBalance: wallet.balance });
  tx.afterCommit(() => live.toPlayer(row.playerId, 'BALANCE_UPDATE', wallet));
}

/**
 * Moves diamonds between a wallet and another account, and sends the balance to open tabs after the commit. Not for wagers:
 * those take a stake, which checks whether the player may wager.
 */
export async function moveDiamonds(tx: Tx, live: Live, row: LedgerRow): Promise<Wallet> {
  const wallet = await addToBalance(tx.sql, row.playerId, row.amount);
  if (wallet === undefined && row.amount > 0) throw new Refusal('invalid', 'This is more than a wallet can hold.');
  if (wallet === undefined) throw new Refusal('insufficient_balance', 'Not enough diamonds.');
  await recordMovement(tx, live, row, wallet);
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
export async function creditMany(tx: Tx, live: Live, { credits, ...from }: Credits): Promise<void> {
  const payments = credits.filter(({ amount }) => amount !== 0);
  if (payments.length === 0) return lockWallet(tx, from.playerId);
  const wallet = await insertCredits(tx.sql, { ...from, credits: payments });
  tx.afterCommit(() => live.toPlayer(from.playerId, 'BALANCE_UPDATE', wallet));
}

const WELCOME_BATCH_MAX = 1_000;

/** Pays the welcome bonus to a new account, on demo sites only. Returns what was paid. */
export async function payWelcomeBonus(
  tx: Tx,
  { live, env }: Pick<Deps, 'live' | 'env'>,
  playerId: number,
): Promise<number> {
  if (!env.isDemo) return 0;
  const reference = `welcome:${playerId}`;
  await moveDiamonds(tx, live, {
    type: 'WELCOME',
    reference,
    playerId,
    account: 'house:promo',
    amount: WELCOME_BONUS,
  });
  return WELCOME_BONUS;
}

/**
 * Pays the bonus once to each account that was created before there was one. Runs before clients can connect, so it sends no
 * events.
 */
export async function payMissingWelcomeBonuses({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<void> {
  // With many players the look takes seconds, so processes that start together must not wait for each other.
  if (!env.isDemo || !(await isWelcomeBonusMissing(db.sql))) return;
  const paySome = () =>
    db.transaction(async (tx) => {
      await lockWelcomeBonuses(tx.sql);
      return insertWelcomeBonuses(tx.sql, { amount: WELCOME_BONUS, limit: WELCOME_BATCH_MAX });
    });
  while ((await paySome()) > 0);
}

/** Moves diamonds between two accounts that are not wallets, such as the rake of a room. */
export function moveBetweenAccounts(tx: Tx, row: HouseLedgerRow): Promise<void> {
  return insertHouseLedgerRow(tx.sql, row);
}
