import type { AdminMission } from '@karat/contract/missions';
import type { MissionPeriod } from '@karat/rules/missions';
import type { Sql } from '#db/db.ts';

/** A target that was just reached. */
export type Completed = { readonly playerId: number; readonly title: string; readonly reward: number };

/** Records the targets that these players reached, and computes the totals at which to check them again. */
export function completeMissions(sql: Sql, playerIds: readonly number[]): Promise<Completed[]> {
  return sql<Completed>`
    with present as materialized (
      select coalesce(max(revision), 0) as revision from missions
    ), standing as materialized (
      select player_id, mission_id, total_index, case_id, reward, period_start, done >= target as is_reached,
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
               min(reached_at) filter (where total_index = 1), min(reached_at) filter (where total_index = 2),
               min(reached_at) filter (where total_index = 3), min(reached_at) filter (where total_index = 4),
               min(reached_at) filter (where total_index = 5), min(reached_at) filter (where total_index = 6),
               min(reached_at) filter (where total_index = 7)] as totals
      from standing group by player_id
    ), next_of_case as materialized (
      select player_id, case_id, min(reached_at) as total
      from standing where case_id is not null group by player_id, case_id
    ), watched as (
      update tallies set
        missions_revision = present.revision,
        next_targets = coalesce((select next.totals from next where next.player_id = tallies.player_id), '{}')
      from present
      where player_id = any(${playerIds}::int8[])
    ), watched_cases as (
      update case_tallies set
        missions_revision = present.revision,
        next_target = (select next.total from next_of_case as next
                       where next.player_id = case_tallies.player_id and next.case_id = case_tallies.case_id)
      from present
      where player_id = any(${playerIds}::int8[])
    )
    select player_id as "playerId", title, completed.reward
    from completed join missions on missions.id = mission_id
    order by player_id, missions.id`;
}

export type ProgressRow = {
  readonly playerId: number;
  readonly id: number;
  readonly target: number;
  /** In the current period; may exceed the target. */
  readonly done: number;
  /** A reward of any period is unclaimed. */
  readonly isDue: boolean;
  /** The reward of the current period is claimed. */
  readonly isClaimed: boolean;
};

/** Progress of each player in each mission on their page: active ones, and those with an unclaimed reward. */
export function selectProgress(sql: Sql, playerIds: readonly number[]): Promise<ProgressRow[]> {
  // Lateral lookups by key: planned as joins, the tables would be scanned.
  return sql<ProgressRow>`
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
  /** Time of the database. */
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
  /** The admin whose allowance is charged, because no second person approved the mission or so high a reward. */
  readonly chargedTo: number | null;
};

/** Claims the oldest reward; undefined if there is none. */
export async function claimDue(sql: Sql, { playerId, missionId }: Claim): Promise<Claimed | undefined> {
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

/**
 * Claims the reward of a target that was reached without being recorded, for example because staff lowered it; undefined if there
 * is none.
 */
export async function claimReached(sql: Sql, { playerId, missionId }: Claim): Promise<Claimed | undefined> {
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

/** Whether the reward of the current period is claimed; undefined if the mission does not exist. */
export async function selectIsClaimed(sql: Sql, { playerId, missionId }: Claim): Promise<boolean | undefined> {
  const [mission] = await sql<{ isClaimed: boolean }>`
    select exists (select from mission_completions as paid
                   where paid.player_id = ${playerId} and paid.mission_id = missions.id and claimed_at is not null
                     and paid.period_start = coalesce(progress.period_start, start_of_period(period, now()))) as "isClaimed"
    from missions left join mission_progress as progress on mission_id = missions.id and player_id = ${playerId}
    where missions.id = ${missionId}`;
  return mission?.isClaimed;
}

/** The counter of a mission and its period. The counter is a total by its index, a case, or nothing. */
export type MissionCounter = {
  readonly period: MissionPeriod;
  readonly totalIndex: number | null;
  readonly caseId: number | null;
};

export type NewMission = MissionCounter & {
  readonly title: string;
  readonly type: string;
  readonly description: string;
  readonly image: string;
  readonly target: number;
  readonly reward: number;
  /** Null for a mission made by staff. */
  readonly demoTitle: string | null;
  /** The admin who added it without a second one. */
  readonly unapprovedBy: number | null;
};

export async function insertMission(sql: Sql, mission: NewMission): Promise<number> {
  const [row] = await sql<{ id: number }>`
    insert into missions (title, type, description, image, target, reward, period, total_index, case_id, demo_title, unapproved_by, unapproved_since,
                          charged_to, approved_reward, revision)
    values (${mission.title}, ${mission.type}, ${mission.description}, ${mission.image}, ${mission.target}, ${mission.reward},
            ${mission.period}, ${mission.totalIndex}, ${mission.caseId}, ${mission.demoTitle}, ${mission.unapprovedBy},
            case when ${mission.unapprovedBy}::int8 is not null then now() end, ${mission.unapprovedBy}::int8,
            case when ${mission.unapprovedBy}::int8 is not null then 0 else ${mission.reward} end,
            (select coalesce(max(revision), 0) + 1 from missions))
    returning id`;
  return row!.id;
}

export type AdminRow = Omit<AdminMission, 'missionImg' | 'isCounted'> &
  MissionCounter & {
    /** The admin who raised its value without a second one; null if it is approved. */
    readonly unapprovedBy: number | null;
    /** The last such admin. */
    readonly chargedTo: number | null;
    /** The highest approved reward; null for any, if no admin ever changed it alone. */
    readonly approvedReward: number | null;
  };

/** Serializes changes, so that revisions are consecutive. Reads continue. */
export async function lockMissions(sql: Sql): Promise<void> {
  await sql`lock table missions in share row exclusive mode`;
}

export async function selectMission(sql: Sql, id: number): Promise<AdminRow | undefined> {
  const [row] = await sql<AdminRow>`
    select id, title, type, description, image, target, reward, period, total_index as "totalIndex", case_id as "caseId",
           is_active as "isActive", unapproved_by as "unapprovedBy",
           charged_to as "chargedTo", approved_reward as "approvedReward",
           (select count(*) from mission_completions
            where mission_id = missions.id and claimed_at is not null) as claims
    from missions where id = ${id}`;
  return row;
}

export async function updateMission(sql: Sql, mission: Omit<AdminRow, 'claims'>): Promise<void> {
  const { id, title, type, description, image, target, reward, period, totalIndex, caseId, isActive, unapprovedBy } =
    mission;
  const { chargedTo, approvedReward } = mission;
  await sql`
    update missions set title = ${title}, type = ${type}, description = ${description}, image = ${image},
           target = ${target}, reward = ${reward}, period = ${period}, total_index = ${totalIndex}, case_id = ${caseId},
           is_active = ${isActive}, unapproved_by = ${unapprovedBy},
           unapproved_since = case when unapproved_by is not distinct from ${unapprovedBy} then unapproved_since
                                   when ${unapprovedBy}::int8 is not null then now() end,
           charged_to = ${chargedTo}, approved_reward = ${approvedReward},
           revision = (select max(revision) + 1 from missions)
    where id = ${id}`;
}

export async function deleteStarts(sql: Sql, missionId: number): Promise<void> {
  await sql`delete from mission_starts where mission_id = ${missionId}`;
}

type PlayerBatch = { readonly after: number; readonly limit: number };

/** Stores the current totals of the next `limit` players as the start of the mission for them; returns the last player's id. */
export async function insertStarts(
  sql: Sql,
  missionId: number,
  { after, limit }: PlayerBatch,
): Promise<number | undefined> {
  const [next] = await sql<{ lastId: number | null }>`
    with next as materialized (
      select player_id, totals from tallies where player_id > ${after} order by player_id limit ${limit}
    ), started as (
      insert into mission_starts (mission_id, player_id, total)
      select missions.id, player_id, coalesce(case_tallies.total, totals[total_index])
      from missions
      cross join next
      left join case_tallies using (player_id, case_id)
      where missions.id = ${missionId} and coalesce(case_tallies.total, totals[total_index]) > 0
    )
    select max(player_id) as "lastId" from next`;
  return next?.lastId ?? undefined;
}

/** Refreshes statistics after inserting a row per player: older plans would not use the key. */
export async function analyzeStarts(sql: Sql): Promise<void> {
  await sql`analyze mission_starts`;
}

type Paging = { readonly page: number; readonly limit: number };

export function selectAllMissions(sql: Sql, { page, limit }: Paging): Promise<AdminRow[]> {
  return sql<AdminRow>`
    select id, title, type, description, image, target, reward, period, total_index as "totalIndex", case_id as "caseId",
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

/** Titles of demo missions that were added before, even if staff changed them since. */
export async function selectDemoTitles(sql: Sql): Promise<string[]> {
  const rows = await sql<{ title: string }>`select demo_title as title from missions where demo_title is not null`;
  return rows.map(({ title }) => title);
}

export type DemoMissionRow = Pick<AdminRow, 'title' | 'type' | 'description' | 'image' | 'target' | 'reward'>;

/** The id of a mission that the demo added and that staff have not changed since. */
export async function selectUneditedDemoMission(sql: Sql, mission: DemoMissionRow): Promise<number | undefined> {
  const [row] = await sql<{ id: number }>`
    select id from missions
    where demo_title = ${mission.title} and title = ${mission.title} and type = ${mission.type}
      and description = ${mission.description} and image = ${mission.image} and target = ${mission.target}
      and reward = ${mission.reward} and is_active and unapproved_by is null and charged_to is null`;
  return row?.id;
}

export async function updateDemoTitle(sql: Sql, id: number, title: string): Promise<void> {
  await sql`update missions set demo_title = ${title} where id = ${id}`;
}

/** Whether a player has begun a mission in the current period without reaching its target yet. */
export async function isMissionBegun(sql: Sql, missionId: number): Promise<boolean> {
  const [row] = await sql<{ isBegun: boolean }>`
    select exists (
      select from mission_progress
      where mission_id = ${missionId} and done > 0 and not exists (
        select from mission_completions as reached
        where reached.mission_id = mission_progress.mission_id and reached.player_id = mission_progress.player_id
          and reached.period_start = mission_progress.period_start)
    ) as "isBegun"`;
  return row!.isBegun;
}

/** Accounts that may earn a reward. */
export async function countPlayers(sql: Sql): Promise<number> {
  const [row] = await sql<{ total: number }>`select count(*) as total from players where state <> 'deleted'`;
  return row!.total;
}

/** The highest unclaimed reward; 0 if there is none. */
export async function selectHighestDue(sql: Sql, missionId: number): Promise<number> {
  const [row] = await sql<{ reward: number }>`
    select coalesce(max(reward), 0) as reward from mission_completions
    where mission_id = ${missionId} and claimed_at is null`;
  return row!.reward;
}
