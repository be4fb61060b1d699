import { Refusal } from '@karat/contract/refusal';
import type { RealityCheck } from '@karat/contract/safer-play';
import type { Sql, Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { lockWallet } from '#features/wallet/wallet.ts';
import { sumSince } from './flow-queries.ts';
import { selectBreaks } from './queries.ts';
import { selectReality, updateRealityConfirmed, updateRealityMinutes } from './reality-queries.ts';

export async function describeReality(sql: Sql, playerId: number): Promise<RealityCheck> {
  const { minutes, playingSince, dueAt } = await selectReality(sql, playerId);
  return { minutes, playingSince, dueAt };
}

/** The reality check with the result of the current period of play and any break: everything that every page needs. */
export async function describePlayPeriod(sql: Sql, playerId: number) {
  const [check, rests] = await Promise.all([describeReality(sql, playerId), selectBreaks(sql, playerId)]);
  const sums = check.playingSince === null ? { wagered: 0, net: 0 } : await sumSince(sql, playerId, check.playingSince);
  return { ...check, ...sums, ...rests };
}

/** Sets the interval of reality checks. Refused while a check is unconfirmed, which it would bypass. The wallet is locked. */
export async function setRealityInterval(tx: Tx, playerId: number, minutes: number): Promise<void> {
  const { minutes: before, isUnconfirmed } = await selectReality(tx.sql, playerId);
  if (minutes === before) return;
  if (isUnconfirmed)
    throw new Refusal('reality_check', 'You have been playing for a while. Answer the reminder first.');
  await updateRealityMinutes(tx.sql, playerId, minutes);
}

/** Confirms a reality check, which allows wagers again. Has no effect before a check is due. */
export function confirmReality({ db, live }: Pick<Deps, 'db' | 'live'>, playerId: number): Promise<RealityCheck> {
  return db.transaction(async (tx) => {
    await lockWallet(tx, playerId);
    const { isUnconfirmed } = await selectReality(tx.sql, playerId);
    if (isUnconfirmed) await updateRealityConfirmed(tx.sql, playerId);
    const check = await describeReality(tx.sql, playerId);
    if (isUnconfirmed) tx.afterCommit(() => live.toPlayer(playerId, 'REALITY_CHECK', check));
    return check;
  });
}
