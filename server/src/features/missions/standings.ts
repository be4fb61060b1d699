import type { Mission, MissionProgress } from '@karat/contract/missions';
import { CLAIM_ABOVE_PERCENT, periodEnd, progressPercent } from '@karat/rules/missions';
import type { Sql } from '#db/db.ts';
import { imageUrl } from '#http/images.ts';
import { type MissionRow, selectMissions, selectStandings, type StandingRow } from './queries.ts';

/** Stands for visitors: no player has this id. */
const NOBODY = 0;

function standingOf({ id, target, done, isDue, isClaimed }: StandingRow): MissionProgress {
  return {
    id,
    progress: isDue || isClaimed ? 100 : progressPercent(done, target),
    amount: Math.min(done, target),
    isClaimed: isClaimed && !isDue,
  };
}

/** Rewards that wait come first, what is paid last; between them what is begun before what is not. */
function rankOf({ progress, amount, isClaimed }: MissionProgress): number {
  if (isClaimed) return 3;
  if (progress > CLAIM_ABOVE_PERCENT) return 0;
  return amount > 0 ? 1 : 2;
}

function byRank(one: MissionProgress, other: MissionProgress): number {
  return rankOf(one) - rankOf(other) || other.progress - one.progress || one.id - other.id;
}

/** Where these players stand in the missions on their pages, in the order of the page. */
export async function standingsOf(
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, MissionProgress[]>> {
  const byPlayer = Map.groupBy(await selectStandings(sql, playerIds), ({ playerId }) => playerId);
  return new Map([...byPlayer].map(([playerId, rows]) => [playerId, rows.map(standingOf).toSorted(byRank)]));
}

function missionOf({ nowMs, ...row }: MissionRow, standing: MissionProgress, origin: string): Mission {
  const endMs = periodEnd(row.period, nowMs);
  const renewsAt = endMs === undefined ? null : new Date(endMs).toISOString();
  return { ...row, ...standing, image: imageUrl(row.image, origin), renewsAt };
}

/** The missions page of a player, or of a visitor. */
export async function listMissions(
  sql: Sql,
  { playerId = NOBODY, origin }: { playerId: number | undefined; origin: string },
): Promise<Mission[]> {
  const standings = (await standingsOf(sql, [playerId])).get(playerId) ?? [];
  const rows = await selectMissions(
    sql,
    standings.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return standings.map((standing) => missionOf(byId.get(standing.id)!, standing, origin));
}
