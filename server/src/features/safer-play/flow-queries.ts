import type { Sql } from '#db/db.ts';

/** What went in and out in a span of time, without what went in and out after it. */
export type Span = {
  /** 0 for the newest, one for each number of days that was asked for, and one for all before. */
  readonly span: number;
  readonly deposited: number;
  readonly withdrawn: number;
  readonly wagered: number;
  readonly net: number;
};

/**
 * A player's flows by spans of days, each line and item looked at once. Items count as given back by the case, at what quick sell
 * paid for them then; a stake that was given back was none.
 */
export function sumSpans(sql: Sql, playerId: number, days: readonly number[]): Promise<Span[]> {
  return sql<Span>`
    with span as (
      select array_agg(now() - day * interval '1 day' order by day desc) as bounds from unnest(${days}::int4[]) as day
    ), line as (
      select type, amount, ${days.length} - width_bucket(created_at, bounds) as span from ledger, span where player_id = ${playerId}
    ), won as (
      select price, ${days.length} - width_bucket(openings.created_at, bounds) as span
      from span, openings
      -- By key, however many they are: for a join of that size the planner would rather read all items of everybody.
      cross join lateral (select quick_sell_price as price from inventory where id = openings.id offset 0) as item
      where player_id = ${playerId}
    ), delivered as (
      select amount, ${days.length} - width_bucket(delivery.created_at, bounds) as span
      from span, trade_offers join trade_offer_events as delivery on delivery.offer_id = trade_offers.id and event = 'delivered'
      where player_id = ${playerId} and kind = 'withdrawal' and state in ('DELIVERED', 'FINAL')
    ), flow as (
      select span,
             sum(amount) filter (where type in ('DEPOSIT', 'DEPOSIT_REVERSAL')) as deposited, 0 as withdrawn,
             -sum(amount) filter (where type in ('CASE_OPEN', 'ROULETTE_BET', 'ROOM_ENTRY', 'ROULETTE_REFUND', 'ROOM_REFUND'))
               as wagered,
             sum(amount) filter (where type in (
               'CASE_OPEN', 'ROULETTE_BET', 'ROULETTE_WIN', 'ROULETTE_REFUND', 'ROOM_ENTRY', 'ROOM_WIN', 'ROOM_REFUND')) as net
      from line group by span
      union all select span, 0, 0, 0, sum(price) from won group by span
      union all select span, 0, sum(amount), 0, 0 from delivered group by span
    )
    select span, coalesce(sum(deposited), 0)::int8 as deposited, coalesce(sum(withdrawn), 0)::int8 as withdrawn,
           coalesce(sum(wagered), 0)::int8 as wagered, coalesce(sum(net), 0)::int8 as net
    from flow group by span order by span`;
}

/** What was wagered since a moment, and what games gave back less that. */
export async function sumSince(
  sql: Sql,
  playerId: number,
  since: string,
): Promise<{ readonly wagered: number; readonly net: number }> {
  const [sums] = await sql<{ wagered: number; net: number }>`
    with line as (
      select -coalesce(sum(amount) filter (
               where type in ('CASE_OPEN', 'ROULETTE_BET', 'ROOM_ENTRY', 'ROULETTE_REFUND', 'ROOM_REFUND')), 0) as wagered,
             coalesce(sum(amount), 0) as net
      from ledger
      where player_id = ${playerId} and created_at >= ${since}::timestamptz and type in (
        'CASE_OPEN', 'ROULETTE_BET', 'ROULETTE_WIN', 'ROULETTE_REFUND', 'ROOM_ENTRY', 'ROOM_WIN', 'ROOM_REFUND')
    ), won as (
      select coalesce(sum((select quick_sell_price from inventory where id = openings.id)), 0) as price
      from openings where player_id = ${playerId} and created_at >= ${since}::timestamptz
    )
    select wagered::int8 as wagered, (net + price)::int8 as net from line, won`;
  return sums!;
}
