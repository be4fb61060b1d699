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

/** What a player holds. Every account has a wallet from its first moment on. */
export async function walletOf(sql: Sql, playerId: number): Promise<Wallet> {
  const wallet = await selectWallet(sql, playerId);
  assert(wallet !== undefined, `player ${playerId} has no wallet`);
  return wallet;
}

/** Writes the ledger line of a balance that has moved already, and sends the new balance to the player's tabs after the commit. */
export async function recordMovement(tx: Tx, live: Live, line: Line, wallet: Wallet): Promise<void> {
  await insertLine(tx.sql, { ...line, newBalance: wallet.balance });
  tx.afterCommit(() => live.toPlayer(line.playerId, 'BALANCE_UPDATE', wallet));
}

/**
 * Moves diamonds between a wallet and another account, and tells every open tab once it is durable. Not for wagers: those
 * go through a stake, which asks first whether the player may.
 */
export async function moveDiamonds(tx: Tx, live: Live, line: Line): Promise<Wallet> {
  const wallet = await addToBalance(tx.sql, line.playerId, line.amount);
  if (wallet === undefined && line.amount > 0) throw new Refusal('invalid', 'No wallet can hold that much.');
  if (wallet === undefined) throw new Refusal('insufficient_balance', 'Not enough diamonds.');
  await recordMovement(tx, live, line, wallet);
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

/** Moves diamonds where no player is: rake, the close of something. */
export function moveBetweenAccounts(tx: Tx, line: HouseLine): Promise<void> {
  return insertHouseLine(tx.sql, line);
}
