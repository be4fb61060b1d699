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

/**
 * Takes each stake and its nonces in one statement. Players who may not wager, have limits or cannot pay are not in the rows; a
 * check before the statement could be raced. A statement that waited for a wallet reads that row again and no other, which is
 * why `needs_checks` is in the wallet.
 */
export function takeUncheckedStakes(sql: Sql, stakes: readonly Stake[]): Promise<TakenStake[]> {
  return sql<TakenStake>`
    update wallets
    set balance = balance - stake.amount, version = version + stake.movements, nonce = nonce + stake.rolls
    from unnest(
      ${stakes.map((stake) => stake.playerId)}::int8[], ${stakes.map((stake) => stake.amount)}::int8[],
      ${stakes.map((stake) => stake.movements)}::int8[], ${stakes.map((stake) => stake.rolls)}::int8[]
    ) as stake (player_id, amount, movements, rolls)
    join wager_eligibility on wager_eligibility.player_id = stake.player_id
    where wallets.player_id = stake.player_id and balance >= stake.amount
      and block_reason is null and not has_limits and not needs_checks and (stake.rolls = 0 or seed_id is not null)
    returning wallets.player_id as "playerId", balance, version, nonce - stake.rolls as nonce, seed_id as "seedId"`;
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
