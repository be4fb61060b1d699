import assert from 'node:assert/strict';
import { Refusal } from '@karat/contract/refusal';
import type { Sql, Tx } from '#db/db.ts';
import type { Live } from '#live/port.ts';
import {
  addToBalance,
  type Credits,
  insertCredits,
  insertLine,
  type Line,
  selectWallet,
  type Wallet,
} from './queries.ts';

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
  if (wallet === undefined) throw new Refusal('insufficient_balance', 'Not enough diamonds.');
  await insertLine(tx.sql, { ...line, newBalance: wallet.balance });
  tx.afterCommit(() => live.toPlayer(line.playerId, 'BALANCE_UPDATE', wallet));
  return wallet;
}

/** Pays a wallet several times over in one statement. Nothing moves for a payment of 0. */
export async function creditTogether(tx: Tx, live: Live, { credits, ...from }: Credits): Promise<void> {
  const paying = credits.filter(({ amount }) => amount !== 0);
  if (paying.length === 0) return;
  const wallet = await insertCredits(tx.sql, { ...from, credits: paying });
  tx.afterCommit(() => live.toPlayer(from.playerId, 'BALANCE_UPDATE', wallet));
}
