import type { RealityCheck } from '@karat/contract/safer-play';
import type { Sql } from '#db/db.ts';

/** One player's stake in a statement: diamonds, ledger rows and rolls. */
export type Stake = {
  readonly playerId: number;
  readonly amount: number;
  readonly movements: number;
  readonly rolls: number;
};

export type TakenStake = {
  /** The balance after the stake. The higher of two versions is the newer balance. */
  readonly balance: number;
  readonly version: number;
  readonly playerId: number;
  /** The nonce of the first roll. */
  readonly nonce: number;
  readonly seedId: number | null;
};

/** How stakes are counted towards missions. */
export type Counting = {
  /** The place of the event in `tallies.totals`. Each movement counts once, and its diamonds as wagered. */
  readonly totalIndex: number;
  /** The opened cases, if any. */
  readonly caseIds: readonly number[];
};

export type CountedStake = TakenStake & {
  /** Whether a mission's target may be reached. */
  readonly isWatched: boolean;
  /** Those of the given cases that a mission asks for, the same in every row; null if none. */
  readonly missionCaseIds: readonly number[] | null;
};

/**
 * Takes each stake and its nonces, and counts it, in one statement. Players who may not wager, have limits, cannot pay or were
 * never counted are not in the rows; a check before the statement could be raced. A statement that waited for a wallet reads that
 * row again and no other, which is why `needs_checks` is in the wallet.
 *
 * A transaction that started before midnight and commits after one of the new day counts for the new day: a started day is never
 * undone.
 */
export function takeUncheckedStakes(
  sql: Sql,
  stakes: readonly Stake[],
  { totalIndex, caseIds }: Counting,
): Promise<CountedStake[]> {
  return sql<CountedStake>`
    with paid as (
      update wallets
      set balance = balance - stake.amount, version = version + stake.movements, nonce = nonce + stake.rolls
      from unnest(
        ${stakes.map((stake) => stake.playerId)}::int8[], ${stakes.map((stake) => stake.amount)}::int8[],
        ${stakes.map((stake) => stake.movements)}::int8[], ${stakes.map((stake) => stake.rolls)}::int8[]
      ) as stake (player_id, amount, movements, rolls)
      join wager_eligibility on wager_eligibility.player_id = stake.player_id
      where wallets.player_id = stake.player_id and balance >= stake.amount
        and block_reason is null and not has_limits and not needs_checks and (stake.rolls = 0 or seed_id is not null)
        and exists (select from tallies where tallies.player_id = stake.player_id)
      returning wallets.player_id, balance, version, nonce - stake.rolls as nonce, seed_id, stake.amount, stake.movements
    ), present as materialized (
      select coalesce(max(revision), 0) as revision, start_of_period('day', now()) as day,
             start_of_period('week', now()) as week,
             (select array_agg(distinct case_id) from missions where case_id = any(${caseIds}::int8[])) as case_ids
      from missions
    )
    update tallies set
      totals[${totalIndex}::int4] = coalesce(totals[${totalIndex}::int4], 0) + paid.movements,
      totals[2] = coalesce(totals[2], 0) + paid.amount,
      missions_revision = case when tallies.day < present.day then 0 else tallies.missions_revision end,
      before_day = case when tallies.day < present.day then totals else before_day end,
      before_week = case when tallies.week < present.week then totals else before_week end,
      day = greatest(tallies.day, present.day), week = greatest(tallies.week, present.week)
    from paid cross join present
    where tallies.player_id = paid.player_id
    returning paid.player_id as "playerId", balance, version, nonce, seed_id as "seedId", case_ids as "missionCaseIds",
              coalesce(
                tallies.missions_revision <> present.revision or totals[${totalIndex}::int4] >= next_targets[${totalIndex}::int4]
                  or totals[2] >= next_targets[2], false) as "isWatched"`;
}

/** Takes one player's stake after their limits were counted, or if they had none when checked and still have none. */
export async function takeCheckedStake(
  sql: Sql,
  stake: Stake & { readonly hasLimits: boolean },
): Promise<TakenStake | undefined> {
  const { playerId, amount, movements, rolls, hasLimits } = stake;
  const [taken] = await sql<TakenStake>`
    update wallets
    set balance = balance - ${amount}, version = version + ${movements}, nonce = nonce + ${rolls}
    from wager_eligibility
    where wallets.player_id = ${playerId} and wager_eligibility.player_id = ${playerId}
      and balance >= ${amount} and block_reason is null and (${rolls}::int8 = 0 or seed_id is not null)
      and (${hasLimits} or not needs_checks)
    returning wallets.player_id as "playerId", balance, version, nonce - ${rolls} as nonce, seed_id as "seedId"`;
  return taken;
}

/**
 * Records a stake of a player with a reality check; returns the check if the stake starts a new period of play. The wallet is
 * locked and no check is due.
 */
export async function recordStakeForRealityCheck(sql: Sql, playerId: number): Promise<RealityCheck | undefined> {
  const [updated] = await sql<RealityCheck & { isNew: boolean }>`
    update safer_play
    set last_staked_at = now(), playing_since = case when is_new then now() else playing_since end,
        reality_due_at = case when is_new then now() + reality_minutes * interval '1 minute' else reality_due_at end
    from (
      select coalesce(last_staked_at <= now() - interval '30 minutes' or playing_since is null, true) as is_new
      from safer_play where player_id = ${playerId}
    ) as stretch
    where player_id = ${playerId} and reality_minutes > 0
    returning reality_minutes as minutes, playing_since as "playingSince", reality_due_at as "dueAt", is_new as "isNew"`;
  if (updated === undefined || !updated.isNew) return undefined;
  const { minutes, playingSince, dueAt } = updated;
  return { minutes, playingSince, dueAt };
}

export async function updateNeedsChecks(sql: Sql, playerId: number, needsChecks: boolean): Promise<void> {
  await sql`update wallets set needs_checks = ${needsChecks} where player_id = ${playerId} and needs_checks <> ${needsChecks}`;
}

/** Sets the flag where the player has limits of their own, and clears it otherwise. */
export async function updateNeedsChecksByLimits(sql: Sql, playerId: number): Promise<void> {
  await sql`
    update wallets set needs_checks = coalesce((select has_limits from safer_play where player_id = ${playerId}), false)
    where player_id = ${playerId}`;
}

/** Starts the pause after a paid game, unless the previous one has not passed. Parallel games queue on the row. */
export async function takePace(sql: Sql, playerId: number, minGameMs: number): Promise<boolean> {
  const rows = await sql`
    insert into last_stakes (player_id, staked_at) values (${playerId}, now())
    on conflict (player_id) do update set staked_at = now()
    where last_stakes.staked_at <= now() - ${minGameMs} * interval '1 millisecond'
    returning player_id`;
  return rows.length > 0;
}

/** The rest of the pause after the last paid game, in milliseconds. */
export async function selectRemainingPaceMs(sql: Sql, playerId: number, minGameMs: number): Promise<number> {
  const [pace] = await sql<{ remainingMs: number }>`
    select (extract(epoch from staked_at - now()) * 1000)::float8 + ${minGameMs}::float8 as "remainingMs"
    from last_stakes where player_id = ${playerId}`;
  return pace?.remainingMs ?? 0;
}
