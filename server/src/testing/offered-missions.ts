import type { MissionProgress } from '@karat/contract/missions';
import type { Db } from '#db/db.ts';
import { type MissionWish, offerMission } from '#features/missions/managing.ts';
import { standingsOf } from '#features/missions/standings.ts';

const PLAIN_MISSION: MissionWish = {
  title: 'Open ten',
  type: 'open_cases',
  description: 'Ten of any kind.',
  image: '/img/mission/case-256.webp',
  target: 10,
  reward: 500,
};

/** A mission on offer from now on. */
export async function addMission(db: Db, changed: Partial<MissionWish> = {}): Promise<number> {
  const { id } = await db.transaction((tx) => offerMission(tx, { ...PLAIN_MISSION, ...changed }));
  return id;
}

/** Where a player stands in a mission on their page; undefined where it is not on it. */
export async function standingIn(db: Db, missionId: number, playerId: number): Promise<MissionProgress | undefined> {
  const standings = await standingsOf(db.sql, [playerId]);
  return standings.get(playerId)?.find(({ id }) => id === missionId);
}

/** Further than any period, so that no row meets another on its way. */
const OUT_OF_THE_WAY_DAYS = 10_000;

/** Makes everything counted and not yet paid something of so many days ago, as if nothing had been done since. */
export async function letDaysPass(db: Db, days: number): Promise<void> {
  await db.sql`
    update tallies set day = day - ${days}::int4,
           week = start_of_period('week', (day - ${days}::int4)::timestamp at time zone 'UTC')`;
  await db.sql`
    update case_tallies set day = day - ${days}::int4,
           week = start_of_period('week', (day - ${days}::int4)::timestamp at time zone 'UTC')`;
  await moveDue(db, OUT_OF_THE_WAY_DAYS);
  await moveDue(db, days - OUT_OF_THE_WAY_DAYS);
  await db.sql`
    update mission_completions
    set period_start = start_of_period(period, period_start::timestamp at time zone 'UTC')
    from missions where missions.id = mission_id and period = 'week' and claimed_at is null`;
}

async function moveDue(db: Db, days: number): Promise<void> {
  await db.sql`
    update mission_completions set period_start = period_start - ${days}::int4
    from missions where missions.id = mission_id and period <> 'once' and claimed_at is null`;
}
