import type { MissionProgress } from '@karat/contract/missions';
import type { Db } from '#db/db.ts';
import { type MissionForm, createMission } from '#features/missions/mission-editing.ts';
import { readProgress } from '#features/missions/mission-progress.ts';

const PLAIN_MISSION: MissionForm = {
  title: 'Open ten',
  type: 'open_cases',
  description: 'Ten of any kind.',
  image: '/img/mission/case-256.webp',
  target: 10,
  reward: 500,
};

/** Adds an active mission. */
export async function addMission(db: Db, changed: Partial<MissionForm> = {}): Promise<number> {
  const { id } = await db.transaction((tx) => createMission(tx, { ...PLAIN_MISSION, ...changed }));
  return id;
}

/** A player's progress in a mission as their page shows it; undefined if the page does not show the mission. */
export async function readMissionProgress(
  db: Db,
  missionId: number,
  playerId: number,
): Promise<MissionProgress | undefined> {
  const progressByPlayer = await readProgress(db.sql, [playerId]);
  return progressByPlayer.get(playerId)?.find(({ id }) => id === missionId);
}

/** Longer than any period. Rows are moved this far first, so that the unique key never collides on the way. */
const DETOUR_DAYS = 10_000;

/** Moves all tallies and unclaimed completions into the past, as if nothing had been done since. */
export async function letDaysPass(db: Db, days: number): Promise<void> {
  await db.sql`
    update tallies set day = day - ${days}::int4,
           week = start_of_period('week', (day - ${days}::int4)::timestamp at time zone 'UTC')`;
  await db.sql`
    update case_tallies set day = day - ${days}::int4,
           week = start_of_period('week', (day - ${days}::int4)::timestamp at time zone 'UTC')`;
  await moveUnclaimed(db, DETOUR_DAYS);
  await moveUnclaimed(db, days - DETOUR_DAYS);
  await db.sql`
    update mission_completions
    set period_start = start_of_period(period, period_start::timestamp at time zone 'UTC')
    from missions where missions.id = mission_id and period = 'week' and claimed_at is null`;
}

async function moveUnclaimed(db: Db, days: number): Promise<void> {
  await db.sql`
    update mission_completions set period_start = period_start - ${days}::int4
    from missions where missions.id = mission_id and period <> 'once' and claimed_at is null`;
}
