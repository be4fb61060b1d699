import assert from 'node:assert/strict';
import type { Sql } from '#db/db.ts';
import { selectWallet, type Wallet } from './queries.ts';

/** What a player holds. Every account has a wallet from its first moment on. */
export async function walletOf(sql: Sql, playerId: number): Promise<Wallet> {
  const wallet = await selectWallet(sql, playerId);
  assert(wallet !== undefined, `player ${playerId} has no wallet`);
  return wallet;
}
