import type { LimitKind, LimitPeriod } from '@karat/contract/safer-play';
import type { Sql } from '#db/db.ts';

/** Creates the player's row on first use. The wallet is locked. */
export async function ensureSaferPlay(sql: Sql, playerId: number): Promise<void> {
  await sql`insert into safer_play (player_id) values (${playerId}) on conflict do nothing`;
}

export type LimitName = { readonly kind: LimitKind; readonly period: LimitPeriod };

export type LimitRow = LimitName & {
  readonly allowed: number | null;
  readonly used: number;
  /** Null if no looser limit was requested, or the request expired. */
  readonly dueAt: string | null;
  readonly requestedAllowed: number | null;
  readonly isDue: boolean;
  readonly waitSeconds: number;
};

/** When a looser limit can be confirmed, and until when. */
const CONFIRM_FROM = '24 hours';
const CONFIRM_UNTIL = '7 days';

/** All possible limits with their use: from the counter if the limit is set, otherwise from the ledger. */
export function selectLimits(sql: Sql, playerId: number): Promise<LimitRow[]> {
  return sql<LimitRow>`
    select kind, period, allowed, greatest(case when allowed is null then recomputed.used else coalesce(uses.used, 0) end, 0)::int8 as used, requested_allowed as "requestedAllowed",
           requested_at + ${CONFIRM_FROM}::interval as "dueAt", coalesce(requested_at + ${CONFIRM_FROM}::interval <= now(), false) as "isDue",
           coalesce(extract(epoch from requested_at + ${CONFIRM_FROM}::interval - now()), 0)::float8 as "waitSeconds"
    from limit_uses_of(${playerId}) as recomputed
    left join (
      select kind, period, allowed, case when is_live then requested_allowed end as requested_allowed,
             case when is_live then requested_at end as requested_at
      from (select *, requested_at + ${CONFIRM_UNTIL}::interval > now() as is_live from play_limits where player_id = ${playerId}) as own
    ) as own using (kind, period)
    left join (select kind, period, began_on, used from play_limit_uses where player_id = ${playerId}) as uses
      using (kind, period, began_on)
    order by kind, period`;
}

export type OwnLimit = Pick<LimitRow, 'allowed' | 'requestedAllowed' | 'dueAt' | 'isDue' | 'waitSeconds'>;

/** One limit without its use; undefined if not set. */
export async function selectOwnLimit(
  sql: Sql,
  { playerId, kind, period }: LimitName & { playerId: number },
): Promise<OwnLimit | undefined> {
  const [limit] = await sql<OwnLimit>`
    select allowed, requested_allowed as "requestedAllowed", requested_at + ${CONFIRM_FROM}::interval as "dueAt",
           coalesce(requested_at + ${CONFIRM_FROM}::interval <= now(), false) as "isDue",
           coalesce(extract(epoch from requested_at + ${CONFIRM_FROM}::interval - now()), 0)::float8 as "waitSeconds"
    from (
      select allowed, case when is_live then requested_allowed end as requested_allowed, case when is_live then requested_at end as requested_at
      from (
        select *, requested_at + ${CONFIRM_UNTIL}::interval > now() as is_live from play_limits
        where player_id = ${playerId} and kind = ${kind} and period = ${period}) as own
    ) as own`;
  return limit;
}

/** Applies the limit now and clears any request. */
export async function upsertLimit(
  sql: Sql,
  { playerId, kind, period, allowed }: LimitName & { playerId: number; allowed: number },
): Promise<void> {
  await sql`
    insert into play_limits (player_id, kind, period, allowed) values (${playerId}, ${kind}, ${period}, ${allowed})
    on conflict (player_id, kind, period) do update set allowed = excluded.allowed, requested_allowed = null, requested_at = null`;
}

export async function deleteLimit(
  sql: Sql,
  { playerId, kind, period }: LimitName & { playerId: number },
): Promise<void> {
  await sql`delete from play_limits where player_id = ${playerId} and kind = ${kind} and period = ${period}`;
}

/** Stores a request for a looser limit. */
export async function updateRequestedLimit(
  sql: Sql,
  { playerId, kind, period, allowed }: LimitName & { playerId: number; allowed: number | null },
): Promise<void> {
  await sql`
    update play_limits set requested_allowed = ${allowed}, requested_at = now()
    where player_id = ${playerId} and kind = ${kind} and period = ${period}`;
}

/** False if there was no request. */
export async function clearRequestedLimit(
  sql: Sql,
  { playerId, kind, period }: LimitName & { playerId: number },
): Promise<boolean> {
  const rows = await sql`
    update play_limits set requested_allowed = null, requested_at = null
    where player_id = ${playerId} and kind = ${kind} and period = ${period} and requested_at is not null returning player_id`;
  return rows.length > 0;
}

/** Sets the counters of all limits from the ledger. The wallet is locked. */
export async function recountUses(sql: Sql, playerId: number): Promise<void> {
  await sql`
    insert into play_limit_uses (player_id, kind, period, began_on, used)
    select ${playerId}, kind, period, began_on, recomputed.used
    from limit_uses_of(${playerId}) as recomputed join play_limits using (kind, period)
    where play_limits.player_id = ${playerId}
    on conflict (player_id, kind, period, began_on) do update set used = excluded.used`;
}

/** Stores and returns whether stakes of the player need individual checks. */
export async function updateHasLimits(sql: Sql, playerId: number): Promise<boolean> {
  const [row] = await sql<{ hasLimits: boolean }>`
    update safer_play set has_limits = coalesce(
      reality_minutes > 0 or break_until > now() or excluded_until > now()
      or exists (select from play_limits where play_limits.player_id = ${playerId} and kind in ('wager', 'loss')), false)
    where player_id = ${playerId}
    returning has_limits as "hasLimits"`;
  return row?.hasLimits ?? false;
}

export type Breaks = {
  readonly breakUntil: string | null;
  readonly excludedUntil: string | null;
};

/** Current break and exclusion. */
export async function selectBreaks(sql: Sql, playerId: number): Promise<Breaks> {
  const [rests] = await sql<Breaks>`
    select case when break_until > now() then break_until end as "breakUntil",
           case when excluded_until > now() then excluded_until end as "excludedUntil"
    from safer_play where player_id = ${playerId}`;
  return rests ?? { breakUntil: null, excludedUntil: null };
}

/** False if it would not extend the break. */
export async function updateBreak(sql: Sql, playerId: number, days: number): Promise<boolean> {
  const rows = await sql`
    update safer_play set break_until = now() + ${days} * interval '1 day'
    where player_id = ${playerId} and coalesce(break_until < now() + ${days} * interval '1 day', true) returning player_id`;
  return rows.length > 0;
}

/** Extends an exclusion, in calendar months; returns its end, or undefined if it would not be longer. */
export async function updateExclusion(sql: Sql, playerId: number, months: number): Promise<string | undefined> {
  const [excluded] = await sql<{ until: string }>`
    update safer_play set excluded_until = now() + ${months} * interval '1 month'
    where player_id = ${playerId} and coalesce(excluded_until < now() + ${months} * interval '1 month', true)
    returning excluded_until as until`;
  return excluded?.until;
}
