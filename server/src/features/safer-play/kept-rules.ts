import type { Tx } from '#db/db.ts';
import type { Hashed } from './exclusion-queries.ts';
import { keepBreak, keepLimits, selectKeptBreak, takeKeptLimits, updateBreakUntil } from './rule-queries.ts';
import { ensureSaferPlay, reckonUses } from './queries.ts';

/** Whoever leaves on a break or with limits finds them again. The wallet is locked, and nothing is under way. */
export async function keepRules(tx: Tx, playerId: number, hashes: readonly Hashed[]): Promise<void> {
  await keepBreak(tx.sql, playerId, hashes);
  await keepLimits(tx.sql, playerId, hashes);
}

/** Holds a player to what somebody with one of these identities has left with; false where that is nothing. */
export async function takeRulesUp(tx: Tx, playerId: number, hashes: readonly Hashed[]): Promise<boolean> {
  const breakUntil = await selectKeptBreak(tx.sql, hashes);
  if (breakUntil !== null) {
    await ensureSaferPlay(tx.sql, playerId);
    await updateBreakUntil(tx.sql, playerId, breakUntil);
  }
  const hasLimits = await takeKeptLimits(tx.sql, playerId, hashes);
  if (hasLimits) {
    await ensureSaferPlay(tx.sql, playerId);
    await reckonUses(tx.sql, playerId);
  }
  return breakUntil !== null || hasLimits;
}
