import type { AdminMission } from '@karat/contract/missions';
import type { MissionPeriod } from '@karat/rules/missions';
import type { Sql } from '#db/db.ts';

export type Tallying = { readonly playerId: number; readonly counter: string; readonly amount: number };

/** A target that was just reached. */
export type Completed = { readonly playerId: number; readonly title: string; readonly reward: number };

/**
 * Adds to the totals, each player's each counter once, and answers with the missions that this has completed. What no
 * mission asks for is not counted. A transaction that began before midnight and comes after another of the new day
 * counts for the new day: a day, once begun, is not taken back.
 */
export function addToTallies(sql: Sql, tallyings: readonly Tallying[]): Promise<Completed[]> {
  return sql<Completed>`
    with tally as (
      insert into tallies (player_id, counter, total, step, day, total_before_day, week, total_before_week)
      select player_id, counter, amount, amount, start_of_period('day', now()), 0, start_of_period('week', now()), 0
      from unnest(
        ${tallyings.map(({ playerId }) => playerId)}::int8[], ${tallyings.map(({ counter }) => counter)}::text[],
        ${tallyings.map(({ amount }) => amount)}::int8[]
      ) as sent (player_id, counter, amount)
      where exists (select from missions where missions.counter = sent.counter)
      on conflict (player_id, counter) do update set
        total = tallies.total + excluded.total,
        step = excluded.step,
        day = greatest(tallies.day, excluded.day),
        total_before_day = case when tallies.day < excluded.day then tallies.total else tallies.total_before_day end,
        week = greatest(tallies.week, excluded.week),
        total_before_week = case when tallies.week < excluded.week then tallies.total else tallies.total_before_week end
      returning player_id, counter, total, step, day, total_before_day, week, total_before_week
    ), candidate as (
      select missions.id, tally.player_id, title, reward, target, total, step,
             case period when 'day' then total_before_day when 'week' then total_before_week else 0 end as before_period,
             case period when 'day' then day when 'week' then week else start_of_period(period, now()) end as period_start
      from tally join missions on missions.counter = tally.counter and is_active
    ), completed as (
      insert into mission_completions (mission_id, player_id, period_start, reward)
      select candidate.id, candidate.player_id, period_start, reward
      from candidate
      left join mission_starts on mission_id = candidate.id and mission_starts.player_id = candidate.player_id
      where candidate.total - before_period >= target
        and candidate.total - greatest(before_period, coalesce(mission_starts.total, 0))
            between target and target + step - 1
      on conflict do nothing
      returning mission_id, player_id, reward
    )
    select player_id as "playerId", title, completed.reward
    from completed join missions on missions.id = mission_id
    order by player_id, missions.id`;
}

export type StandingRow = {
  readonly playerId: number;
  readonly id: number;
  readonly target: number;
  /** In the present period; it may pass the target. */
  readonly done: number;
  /** A reward waits, of whichever period. */
  readonly isDue: boolean;
  /** The reward of the present period is paid. */
  readonly isClaimed: boolean;
};

/** Where each of these players stands in each mission on their page: those on offer, and those that still owe them. */
export function selectStandings(sql: Sql, playerIds: readonly number[]): Promise<StandingRow[]> {
  return sql<StandingRow>`
    select player.id as "playerId", missions.id, target, coalesce(done, 0) as done, is_due as "isDue",
           exists (select from mission_completions as completion
                   where completion.player_id = player.id and completion.mission_id = missions.id
                     and period_start = start_of_period(period, now()) and claimed_at is not null) as "isClaimed"
    from unnest(${playerIds}::int8[]) as player (id)
    cross join missions
    cross join lateral (
      select exists (select from mission_completions as completion
                     where completion.player_id = player.id and completion.mission_id = missions.id
                       and claimed_at is null) as is_due
    ) as owed
    left join mission_progress as progress on progress.mission_id = missions.id and progress.player_id = player.id
    where is_active or is_due
    order by player.id, missions.id`;
}

export type MissionRow = {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly description: string;
  readonly image: string;
  readonly target: number;
  readonly reward: number;
  readonly period: MissionPeriod;
  /** Of the store's clock. */
  readonly nowMs: number;
};

export function selectMissions(sql: Sql, ids: readonly number[]): Promise<MissionRow[]> {
  return sql<MissionRow>`
    select id, title, type, description, image, target, reward, period,
           floor(extract(epoch from now()) * 1000)::int8 as "nowMs"
    from missions where id = any(${ids}::int8[])`;
}

export type Claim = { readonly playerId: number; readonly missionId: number };
export type Claimed = { readonly periodStart: string; readonly reward: number };

/** The oldest reward that waits, taken; undefined when none does. */
export async function takeDue(sql: Sql, { playerId, missionId }: Claim): Promise<Claimed | undefined> {
  const [taken] = await sql<Claimed>`
    update mission_completions set claimed_at = now()
    where player_id = ${playerId} and mission_id = ${missionId} and claimed_at is null
      and period_start = (
        select min(period_start) from mission_completions
        where player_id = ${playerId} and mission_id = ${missionId} and claimed_at is null)
    returning period_start as "periodStart", reward`;
  return taken;
}

/** The reward of a target that was reached unseen, as when staff have lowered it since; undefined where there is none. */
export async function takeReached(sql: Sql, { playerId, missionId }: Claim): Promise<Claimed | undefined> {
  const [taken] = await sql<Claimed>`
    insert into mission_completions (mission_id, player_id, period_start, reward, claimed_at)
    select missions.id, ${playerId}, start_of_period(period, now()), reward, now()
    from missions
    join mission_progress as progress on progress.mission_id = missions.id and progress.player_id = ${playerId}
    where missions.id = ${missionId} and is_active and done >= target
    on conflict do nothing
    returning period_start as "periodStart", reward`;
  return taken;
}

/** Whether the reward of the present period is paid; undefined when there is no such mission. */
export async function selectIsClaimed(sql: Sql, { playerId, missionId }: Claim): Promise<boolean | undefined> {
  const [mission] = await sql<{ isClaimed: boolean }>`
    select exists (select from mission_completions
                   where player_id = ${playerId} and mission_id = missions.id
                     and mission_completions.period_start = start_of_period(period, now())
                     and claimed_at is not null) as "isClaimed"
    from missions where id = ${missionId}`;
  return mission?.isClaimed;
}

/** What is counted towards a mission, and for how long; nothing where the counter is null. */
export type Counted = { readonly period: MissionPeriod; readonly counter: string | null };

export type NewMission = Counted & {
  readonly title: string;
  readonly type: string;
  readonly description: string;
  readonly image: string;
  readonly target: number;
  readonly reward: number;
  /** Null for one that staff have made. */
  readonly demoTitle: string | null;
};

export async function insertMission(sql: Sql, made: NewMission): Promise<number> {
  const [row] = await sql<{ id: number }>`
    insert into missions (title, type, description, image, target, reward, period, counter, demo_title)
    values (${made.title}, ${made.type}, ${made.description}, ${made.image}, ${made.target}, ${made.reward},
            ${made.period}, ${made.counter}, ${made.demoTitle})
    returning id`;
  return row!.id;
}

export type AdminRow = Omit<AdminMission, 'missionImg' | 'isCounted'> & Counted;

/** Edits of one mission wait for one another here. */
export async function lockMission(sql: Sql, id: number): Promise<AdminRow | undefined> {
  // Not its key: a target that is reached meanwhile refers to the mission, and must not wait.
  const [row] = await sql<AdminRow>`
    select id, title, type, description, image, target, reward, period, counter, is_active as "isActive",
           (select count(*) from mission_completions
            where mission_id = missions.id and claimed_at is not null) as claims
    from missions where id = ${id} for no key update`;
  return row;
}

export async function updateMission(sql: Sql, mission: Omit<AdminRow, 'claims'>): Promise<void> {
  const { id, title, type, description, image, target, reward, period, counter, isActive } = mission;
  await sql`
    update missions set title = ${title}, type = ${type}, description = ${description}, image = ${image},
           target = ${target}, reward = ${reward}, period = ${period}, counter = ${counter}, is_active = ${isActive}
    where id = ${id}`;
}

export async function deleteStarts(sql: Sql, missionId: number): Promise<void> {
  await sql`delete from mission_starts where mission_id = ${missionId}`;
}

/** From here on: what everybody has done by now is where the mission begins for them. */
export async function insertStarts(sql: Sql, missionId: number): Promise<void> {
  await sql`
    insert into mission_starts (mission_id, player_id, total)
    select missions.id, player_id, total from missions join tallies using (counter) where missions.id = ${missionId}`;
}

type Paging = { readonly page: number; readonly limit: number };

export function selectAllMissions(sql: Sql, { page, limit }: Paging): Promise<AdminRow[]> {
  return sql<AdminRow>`
    select id, title, type, description, image, target, reward, period, counter, is_active as "isActive",
           (select count(*) from mission_completions
            where mission_id = missions.id and claimed_at is not null) as claims
    from missions order by id desc limit ${limit} offset ${(page - 1) * limit}`;
}

export async function countMissions(sql: Sql): Promise<number> {
  const [row] = await sql<{ total: number }>`select count(*) as total from missions`;
  return row!.total;
}

/** One process at a time makes the demo's missions. */
export async function lockDemo(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('karat/demo_missions', 0))`;
}

/** The titles of the demo's missions that were added before, whatever staff have made of them since. */
export async function selectDemoTitles(sql: Sql): Promise<string[]> {
  const rows = await sql<{ title: string }>`select demo_title as title from missions where demo_title is not null`;
  return rows.map(({ title }) => title);
}
