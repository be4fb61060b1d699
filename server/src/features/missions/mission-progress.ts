import type { Mission, MissionProgress } from '@karat/contract/missions';
import { CLAIM_ABOVE_PERCENT, periodEnd, progressPercent } from '@karat/rules/missions';
import type { Sql } from '#db/db.ts';
import { imageUrl } from '#http/images.ts';
import { type MissionRow, selectMissions, selectProgress, type ProgressRow } from './queries.ts';

/** Player id of visitors; no player has it. */
const VISITOR_ID = 0;

function progressOfRow({ id, target, done, isDue, isClaimed }: ProgressRow): MissionProgress {
  return {
    id,
    progress: isDue || isClaimed ? 100 : progressPercent(done, target),
    amount: Math.min(done, target),
    isClaimed: isClaimed && !isDue,
  };
}

/** Claimable missions first, claimed ones last; in between, started ones before the others. */
function rankOf({ progress, amount, isClaimed }: MissionProgress): number {
  if (isClaimed) return 3;
  if (progress > CLAIM_ABOVE_PERCENT) return 0;
  return amount > 0 ? 1 : 2;
}

function byRank(one: MissionProgress, other: MissionProgress): number {
  return rankOf(one) - rankOf(other) || other.progress - one.progress || one.id - other.id;
}

/** The progress of these players in their missions, in the order of the page. */
export async function readProgress(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, MissionProgress[]>> {
  const byPlayer = Map.groupBy(await selectProgress(sql, playerIds), ({ playerId }) => playerId);
  return new Map([...byPlayer].map(([playerId, rows]) => [playerId, rows.map(progressOfRow).toSorted(byRank)]));
}

function missionOf({ nowMs, ...row }: MissionRow, progress: MissionProgress, origin: string): Mission {
  const endMs = periodEnd(row.period, nowMs);
  const resetsAt = endMs === undefined ? null : new Date(endMs).toISOString();
  return { ...row, ...progress, image: imageUrl(row.image, origin), resetsAt };
}

/** The missions of a player, or of a visitor. */
export async function listMissions(
  sql: Sql,
  { playerId = VISITOR_ID, origin }: { playerId: number | undefined; origin: string },
): Promise<Mission[]> {
  const progressList = (await readProgress(sql, [playerId])).get(playerId) ?? [];
  const rows = await selectMissions(
    sql,
    progressList.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return progressList.map((progress) => missionOf(byId.get(progress.id)!, progress, origin));
}
