import type { AdminMission } from '@karat/contract/missions';
import type { MissionPeriod } from '@karat/rules/missions';
import type { Sql } from '#db/db.ts';

/** A target that was just reached. */
export type Completed = { readonly playerId: number; readonly title: string; readonly reward: number };

/** Makes due what these players have reached, and works out at which totals to look at them again. */
export function completeMissions(sql: Sql, playerIds: readonly number[]): Promise<Completed[]> {
  return sql<Completed>`
    with present as materialized (
      select coalesce(max(edition), 0) as edition from missions
    ), standing as materialized (
      select player_id, mission_id, place, case_id, reward, period_start, done >= target as is_reached,
             case when done < target then total - done + target end as reached_at
      from mission_progress join missions on missions.id = mission_id and is_active
      where player_id = any(${playerIds}::int8[])
    ), completed as (
      insert into mission_completions (mission_id, player_id, period_start, reward)
      select mission_id, player_id, period_start, reward from standing where is_reached
      on conflict do nothing
      returning mission_id, player_id, reward
    ), next as materialized (
      select player_id, array[
               min(reached_at) filter (where place = 1), min(reached_at) filter (where place = 2),
               min(reached_at) filter (where place = 3), min(reached_at) filter (where place = 4),
               min(reached_at) filter (where place = 5)] as until
      from standing group by player_id
    ), next_of_case as materialized (
      select player_id, case_id, min(reached_at) as until
      from standing where case_id is not null group by player_id, case_id
    ), watched as (
      update tallies set
        edition = present.edition,
        until = coalesce((select until from next where next.player_id = tallies.player_id), '{}')
      from present
      where player_id = any(${playerIds}::int8[])
    ), watched_cases as (
      update case_tallies set
        edition = present.edition,
        until = (select until from next_of_case as next
                 where next.player_id = case_tallies.player_id and next.case_id = case_tallies.case_id)
      from present
      where player_id = any(${playerIds}::int8[])
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
  // Each by key, however many are asked for: planned as joins, the tables would be read from end to end.
  return sql<StandingRow>`
    select player.id as "playerId", missions.id, target, coalesce(progress.done, 0) as done,
           coalesce(is_due, false) as "isDue", coalesce(is_claimed, false) as "isClaimed"
    from unnest(${playerIds}::int8[]) as player (id)
    cross join missions
    left join lateral (
      select done, period_start from mission_progress
      where mission_progress.mission_id = missions.id and mission_progress.player_id = player.id limit 1
    ) as progress on true
    left join lateral (
      select true as is_due from mission_completions as due
      where due.player_id = player.id and due.mission_id = missions.id and claimed_at is null limit 1
    ) as due on true
    left join lateral (
      select true as is_claimed from mission_completions as paid
      where paid.player_id = player.id and paid.mission_id = missions.id and claimed_at is not null
        and paid.period_start = coalesce(progress.period_start, start_of_period(period, now())) limit 1
    ) as paid on true
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
export type Claimed = {
  readonly periodStart: string;
  readonly reward: number;
  /** The admin whose allowance it counts against: no second one has approved the mission, or so high a reward. */
  readonly chargedTo: number | null;
};

/** The oldest reward that waits, taken; undefined when none does. */
export async function takeDue(sql: Sql, { playerId, missionId }: Claim): Promise<Claimed | undefined> {
  const [taken] = await sql<Claimed>`
    update mission_completions set claimed_at = now()
    where player_id = ${playerId} and mission_id = ${missionId} and claimed_at is null
      and period_start = (
        select min(period_start) from mission_completions
        where player_id = ${playerId} and mission_id = ${missionId} and claimed_at is null)
    returning period_start as "periodStart", reward,
              (select case when unapproved_by is not null or mission_completions.reward > approved_reward then charged_to end
               from missions where missions.id = mission_id) as "chargedTo"`;
  return taken;
}

/** The reward of a target that was reached unseen, as when staff have lowered it since; undefined where there is none. */
export async function takeReached(sql: Sql, { playerId, missionId }: Claim): Promise<Claimed | undefined> {
  const [taken] = await sql<Claimed>`
    insert into mission_completions (mission_id, player_id, period_start, reward, claimed_at)
    select missions.id, ${playerId}, period_start, reward, now()
    from missions join mission_progress on mission_id = missions.id and player_id = ${playerId}
    where missions.id = ${missionId} and is_active and done >= target
    on conflict do nothing
    returning period_start as "periodStart", reward,
              (select case when unapproved_by is not null or mission_completions.reward > approved_reward then charged_to end
               from missions where missions.id = mission_id) as "chargedTo"`;
  return taken;
}

/** Whether the reward of the present period is paid; undefined when there is no such mission. */
export async function selectIsClaimed(sql: Sql, { playerId, missionId }: Claim): Promise<boolean | undefined> {
  const [mission] = await sql<{ isClaimed: boolean }>`
    select exists (select from mission_completions as paid
                   where paid.player_id = ${playerId} and paid.mission_id = missions.id and claimed_at is not null
                     and paid.period_start = coalesce(progress.period_start, start_of_period(period, now()))) as "isClaimed"
    from missions left join mission_progress as progress on mission_id = missions.id and player_id = ${playerId}
    where missions.id = ${missionId}`;
  return mission?.isClaimed;
}

/** What is counted towards a mission, and for how long: a total by its place, or a case; else nothing. */
export type Counted = {
  readonly period: MissionPeriod;
  readonly place: number | null;
  readonly caseId: number | null;
};

export type NewMission = Counted & {
  readonly title: string;
  readonly type: string;
  readonly description: string;
  readonly image: string;
  readonly target: number;
  readonly reward: number;
  /** Null for one that staff have made. */
  readonly demoTitle: string | null;
  /** The admin who made it without a second one. */
  readonly unapprovedBy: number | null;
};

export async function insertMission(sql: Sql, made: NewMission): Promise<number> {
  const [row] = await sql<{ id: number }>`
    insert into missions (title, type, description, image, target, reward, period, place, case_id, demo_title, unapproved_by, unapproved_since,
                          charged_to, approved_reward, edition)
    values (${made.title}, ${made.type}, ${made.description}, ${made.image}, ${made.target}, ${made.reward},
            ${made.period}, ${made.place}, ${made.caseId}, ${made.demoTitle}, ${made.unapprovedBy},
            case when ${made.unapprovedBy}::int8 is not null then now() end, ${made.unapprovedBy}::int8,
            case when ${made.unapprovedBy}::int8 is not null then 0 else ${made.reward} end,
            (select coalesce(max(edition), 0) + 1 from missions))
    returning id`;
  return row!.id;
}

export type AdminRow = Omit<AdminMission, 'missionImg' | 'isCounted'> &
  Counted & {
    /** The admin who made it worth so much without a second one; null where it is approved. */
    readonly unapprovedBy: number | null;
    /** The last such admin. */
    readonly chargedTo: number | null;
    /** The highest reward that is approved; null for any, as before anybody changed it alone. */
    readonly approvedReward: number | null;
  };

/** One change at a time: the editions follow one another. Reading goes on. */
export async function lockMissions(sql: Sql): Promise<void> {
  await sql`lock table missions in share row exclusive mode`;
}

export async function selectMission(sql: Sql, id: number): Promise<AdminRow | undefined> {
  const [row] = await sql<AdminRow>`
    select id, title, type, description, image, target, reward, period, place, case_id as "caseId",
           is_active as "isActive", unapproved_by as "unapprovedBy",
           charged_to as "chargedTo", approved_reward as "approvedReward",
           (select count(*) from mission_completions
            where mission_id = missions.id and claimed_at is not null) as claims
    from missions where id = ${id}`;
  return row;
}

export async function updateMission(sql: Sql, mission: Omit<AdminRow, 'claims'>): Promise<void> {
  const { id, title, type, description, image, target, reward, period, place, caseId, isActive, unapprovedBy } =
    mission;
  const { chargedTo, approvedReward } = mission;
  await sql`
    update missions set title = ${title}, type = ${type}, description = ${description}, image = ${image},
           target = ${target}, reward = ${reward}, period = ${period}, place = ${place}, case_id = ${caseId},
           is_active = ${isActive}, unapproved_by = ${unapprovedBy},
           unapproved_since = case when unapproved_by is not distinct from ${unapprovedBy} then unapproved_since
                                   when ${unapprovedBy}::int8 is not null then now() end,
           charged_to = ${chargedTo}, approved_reward = ${approvedReward},
           edition = (select max(edition) + 1 from missions)
    where id = ${id}`;
}

export async function deleteStarts(sql: Sql, missionId: number): Promise<void> {
  await sql`delete from mission_starts where mission_id = ${missionId}`;
}

type Some = { readonly after: number; readonly limit: number };

/** From here on: what the next so many players have done by now is where the mission begins for them; who was the last. */
export async function insertStarts(sql: Sql, missionId: number, { after, limit }: Some): Promise<number | undefined> {
  const [next] = await sql<{ lastId: number | null }>`
    with next as materialized (
      select player_id, totals from tallies where player_id > ${after} order by player_id limit ${limit}
    ), started as (
      insert into mission_starts (mission_id, player_id, total)
      select missions.id, player_id, coalesce(case_tallies.total, totals[place])
      from missions
      cross join next
      left join case_tallies using (player_id, case_id)
      where missions.id = ${missionId} and coalesce(case_tallies.total, totals[place]) > 0
    )
    select max(player_id) as "lastId" from next`;
  return next?.lastId ?? undefined;
}

/** As many rows at once as there are players: plans made before would not look for them by key. */
export async function analyzeStarts(sql: Sql): Promise<void> {
  await sql`analyze mission_starts`;
}

type Paging = { readonly page: number; readonly limit: number };

export function selectAllMissions(sql: Sql, { page, limit }: Paging): Promise<AdminRow[]> {
  return sql<AdminRow>`
    select id, title, type, description, image, target, reward, period, place, case_id as "caseId",
           is_active as "isActive", unapproved_by as "unapprovedBy",
           charged_to as "chargedTo", approved_reward as "approvedReward",
           (select count(*) from mission_completions
            where mission_id = missions.id and claimed_at is not null) as claims
    from missions order by id desc limit ${limit} offset ${(page - 1) * limit}`;
}

export async function countMissions(sql: Sql): Promise<number> {
  const [row] = await sql<{ total: number }>`select count(*) as total from missions`;
  return row!.total;
}

/** The titles of the demo's missions that were added before, whatever staff have made of them since. */
export async function selectDemoTitles(sql: Sql): Promise<string[]> {
  const rows = await sql<{ title: string }>`select demo_title as title from missions where demo_title is not null`;
  return rows.map(({ title }) => title);
}

/** Who may earn a reward. */
export async function countPlayers(sql: Sql): Promise<number> {
  const [row] = await sql<{ total: number }>`select count(*) as total from players where state <> 'deleted'`;
  return row!.total;
}

/** The highest reward that waits to be claimed; 0 where none does. */
export async function selectHighestDue(sql: Sql, missionId: number): Promise<number> {
  const [row] = await sql<{ reward: number }>`
    select coalesce(max(reward), 0) as reward from mission_completions
    where mission_id = ${missionId} and claimed_at is null`;
  return row!.reward;
}
