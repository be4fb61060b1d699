import type { LimitKind } from '@karat/contract/safer-play';
import type { Sql } from '#db/db.ts';

/** One of a player's own limits, and whether the amount fits under it. */
export type CountedLimit = { readonly kind: string; readonly period: string; readonly isWithin: boolean };

/**
 * Counts an amount against the limits of the current day and week, each only if it fits. All code that raises, lowers or sets
 * limits holds the wallet's lock, so parallel stakes cannot exceed a limit together.
 */
export function raiseLimitUses(
  sql: Sql,
  { playerId, amount, kinds }: { playerId: number; amount: number; kinds: readonly LimitKind[] },
): Promise<CountedLimit[]> {
  return sql<CountedLimit>`
    with due as (
      select kind, period, allowed, date_trunc(period, now() at time zone 'UTC')::date as began_on
      from play_limits where player_id = ${playerId} and kind = any(${kinds}::text[])
    ), raised as (
      insert into play_limit_uses as uses (player_id, kind, period, began_on, used)
      select ${playerId}, kind, period, began_on, ${amount} from due where ${amount} <= allowed order by kind, period
      on conflict (player_id, kind, period, began_on) do update set used = uses.used + ${amount}
      where uses.used + ${amount} <= (
        select allowed from due where due.kind = excluded.kind and due.period = excluded.period)
      returning kind, period
    )
    select due.kind, due.period, raised.kind is not null as "isWithin"
    from due left join raised using (kind, period) order by due.kind, due.period`;
}

/** Lowers the loss counters of the current periods by what a wager paid back. */
export async function lowerLossUses(sql: Sql, playerId: number, amount: number): Promise<void> {
  await sql`
    update play_limit_uses set used = used - ${amount}
    where player_id = ${playerId} and kind = 'loss'
      and began_on = date_trunc(period, now() at time zone 'UTC')::date`;
}

/** Lowers the deposit counters of the day and week in which a failed deposit was counted. */
export async function lowerDepositUses(
  sql: Sql,
  { playerId, amount, countedAt }: { playerId: number; amount: number; countedAt: string },
): Promise<void> {
  await sql`
    update play_limit_uses set used = used - ${amount}
    where player_id = ${playerId} and kind = 'deposit'
      and began_on = date_trunc(period, ${countedAt}::timestamptz at time zone 'UTC')::date`;
}

/** The return of a wager: its payout, or the whole stake as a refund. */
export type LimitDeduction = {
  readonly playerId: number;
  readonly amount: number;
  readonly stakedAt: string;
  readonly isRefund: boolean;
};

/**
 * Lowers the loss counters of the day and week of the stake by what came back. A refund also lowers the wager counters. The
 * wallets are locked.
 */
export async function lowerLimitUses(sql: Sql, given: readonly LimitDeduction[]): Promise<void> {
  await sql`
    with back as (
      select player_id, kind, period, date_trunc(period, staked_at at time zone 'UTC')::date as began_on,
             sum(amount)::int8 as amount
      from unnest(
        ${given.map(({ playerId }) => playerId)}::int8[], ${given.map(({ amount }) => amount)}::int8[],
        ${given.map(({ stakedAt }) => stakedAt)}::timestamptz[], ${given.map(({ isRefund }) => isRefund)}::bool[]
      ) as given (player_id, amount, staked_at, is_refund)
      cross join (values ('loss', 'day'), ('loss', 'week'), ('wager', 'day'), ('wager', 'week')) as counter (kind, period)
      where is_refund or kind = 'loss'
      group by 1, 2, 3, 4
    ), locked as materialized (
      select player_id, kind, period, began_on, amount
      from play_limit_uses as uses join back using (player_id, kind, period, began_on)
      order by player_id, kind, period, began_on for no key update of uses
    )
    update play_limit_uses as uses set used = used - locked.amount
    from locked
    where uses.player_id = locked.player_id and uses.kind = locked.kind and uses.period = locked.period
      and uses.began_on = locked.began_on`;
}
