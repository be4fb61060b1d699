import type { Sql } from '#db/db.ts';

/** Indexes of the totals in `tallies.totals`. Stored, so never renumbered. */
export const TOTAL_INDEXES = {
  open_cases: 1,
  wager: 2,
  sell_items: 3,
  bet_roulette: 4,
  win_duels: 5,
  play_duels: 6,
  list_items: 7,
} as const;

/** The count of one event and the diamonds wagered by it, for one player. One per player. */
export type TallyIncrement = { readonly playerId: number; readonly amount: number; readonly wagered: number };

export type TallyResult = {
  /** Number of players whose row existed. */
  readonly players: number;
  /** Players who may have reached a target. */
  readonly candidateIds: readonly number[];
  /** The given cases that a mission asks for. */
  readonly caseIds: readonly number[];
};

/**
 * Adds to the total at an index and to the wagered total; skips players without a row. A transaction that started before midnight
 * and commits after one of the new day counts for the new day: a started day is never undone.
 */
export async function addToTallies(
  sql: Sql,
  {
    totalIndex,
    increments,
    caseIds,
  }: { totalIndex: number; increments: readonly TallyIncrement[]; caseIds: readonly number[] },
): Promise<TallyResult> {
  const playerIds = increments.map(({ playerId }) => playerId);
  // No join with the sent values, because a plan made while the table is small would compare each row with every value.
  const [tallied] = await sql<TallyResult>`
    with present as materialized (
      select coalesce(max(revision), 0) as revision, start_of_period('day', now()) as day,
             start_of_period('week', now()) as week
      from missions
    ), tally as (
      update tallies set
        totals[${totalIndex}::int4] = coalesce(totals[${totalIndex}::int4], 0)
          + (${increments.map(({ amount }) => amount)}::int8[])[array_position(${playerIds}::int8[], player_id)],
        totals[2] = coalesce(totals[2], 0)
          + (${increments.map(({ wagered }) => wagered)}::int8[])[array_position(${playerIds}::int8[], player_id)],
        missions_revision = case when tallies.day < present.day then 0 else tallies.missions_revision end,
        before_day = case when tallies.day < present.day then totals else before_day end,
        day = greatest(tallies.day, present.day),
        before_week = case when tallies.week < present.week then totals else before_week end,
        week = greatest(tallies.week, present.week)
      from present
      where player_id = any(${playerIds}::int8[])
      returning player_id,
                tallies.missions_revision <> present.revision or totals[${totalIndex}::int4] >= next_targets[${totalIndex}::int4]
                  or totals[2] >= next_targets[2] as is_watched
    )
    select count(*) as players, coalesce(array_agg(player_id) filter (where is_watched), '{}') as "candidateIds",
           coalesce((select array_agg(distinct case_id) from missions where case_id = any(${caseIds}::int8[])), '{}')
             as "caseIds"
    from tally`;
  return tallied!;
}

/** Creates missing rows; returns their players. */
export async function insertTallies(sql: Sql, playerIds: readonly number[]): Promise<number[]> {
  const rows = await sql<{ playerId: number }>`
    insert into tallies (player_id, day, week)
    select player_id, start_of_period('day', now()), start_of_period('week', now())
    from unnest(${playerIds}::int8[]) as player_id
    on conflict do nothing
    returning player_id as "playerId"`;
  return rows.map(({ playerId }) => playerId);
}

/** Openings of one case by one player. One per player and case. */
export type CaseTallyIncrement = { readonly playerId: number; readonly caseId: number; readonly amount: number };

/** Adds to the totals per case; returns the players who may have reached a target. */
export async function addToCaseTallies(sql: Sql, increments: readonly CaseTallyIncrement[]): Promise<number[]> {
  const rows = await sql<{ playerId: number }>`
    with tally as (
      insert into case_tallies (player_id, case_id, total, day, week)
      select player_id, case_id, amount, start_of_period('day', now()), start_of_period('week', now())
      from unnest(
        ${increments.map(({ playerId }) => playerId)}::int8[], ${increments.map(({ caseId }) => caseId)}::int8[],
        ${increments.map(({ amount }) => amount)}::int8[]
      ) as sent (player_id, case_id, amount)
      on conflict (player_id, case_id) do update set
        total = case_tallies.total + excluded.total,
        missions_revision = case when case_tallies.day < excluded.day then 0 else case_tallies.missions_revision end,
        before_day = case when case_tallies.day < excluded.day then case_tallies.total else case_tallies.before_day end,
        day = greatest(case_tallies.day, excluded.day),
        before_week =
          case when case_tallies.week < excluded.week then case_tallies.total else case_tallies.before_week end,
        week = greatest(case_tallies.week, excluded.week)
      returning player_id, missions_revision, total, next_target
    )
    select distinct player_id as "playerId" from tally
    where total >= next_target or missions_revision <> (select max(missions.revision) from missions)`;
  return rows.map(({ playerId }) => playerId);
}
