import { PAYOUT_TYPES, REFUND_TYPES, STAKE_TYPES } from '@karat/contract/game-transactions';
import type { Sql } from '#db/db.ts';

/** A refund undoes a stake. */
const WAGERED_TYPES = [...STAKE_TYPES, ...REFUND_TYPES];
const PLAYED_TYPES = [...WAGERED_TYPES, ...PAYOUT_TYPES];

/** A player's sums up to a ledger row and an opening. */
export type FlowSums = {
  readonly ledgerId: number;
  readonly openingId: number;
  readonly deposited: number;
  readonly wagered: number;
  readonly net: number;
};

type Position = Pick<FlowSums, 'ledgerId' | 'openingId'> & { readonly playerId: number };

/**
 * Sums of the next rows older than `olderThanDays` (null: all), at most `limit` of each table, and whether these were the last. An
 * opened item counts as returned at its quick sell price; a refunded stake does not count.
 */
export async function sumFlowsAfter(
  sql: Sql,
  { playerId, ledgerId, openingId }: Position,
  { olderThanDays, limit }: { readonly olderThanDays: number | null; readonly limit: number },
): Promise<FlowSums & { readonly isLast: boolean }> {
  const [sums] = await sql<FlowSums & { isLast: boolean }>`
    with bound as (
      select coalesce(now() - ${olderThanDays}::int4 * interval '1 day', 'infinity') as at
    ), line as (
      select id, type, amount, created_at from ledger
      where player_id = ${playerId} and id > ${ledgerId} order by id limit ${limit}
    ), older_line as (
      select * from line
      where id < all (select line.id from line, bound where created_at >= at order by line.id limit 1)
    ), opening as (
      select id, created_at from openings where player_id = ${playerId} and id > ${openingId} order by id limit ${limit}
    ), older_opening as (
      select id, price from opening
      -- Lateral lookup by key: for a join of that size the planner would scan the whole inventory.
      cross join lateral (select quick_sell_price as price from inventory where inventory.id = opening.id offset 0) as item
      where id < all (select opening.id from opening, bound where created_at >= at order by opening.id limit 1)
    ), moved as (
      select count(*) as lines, coalesce(max(id), ${ledgerId}) as "ledgerId",
             coalesce(sum(amount) filter (where type in ('DEPOSIT', 'DEPOSIT_REVERSAL')), 0)::int8 as deposited,
             coalesce(-sum(amount) filter (where type = any(${WAGERED_TYPES}::text[])), 0)::int8 as wagered,
             coalesce(sum(amount) filter (where type = any(${PLAYED_TYPES}::text[])), 0) as net
      from older_line
    ), won as (
      select count(*) as openings, coalesce(max(id), ${openingId}) as "openingId", coalesce(sum(price), 0) as net
      from older_opening
    )
    select "ledgerId", "openingId", deposited, wagered, (moved.net + won.net)::int8 as net,
           lines < ${limit} and openings < ${limit} as "isLast"
    from moved cross join won`;
  return sums!;
}

/** Delivered withdrawals that were not reversed, per span of days (null: all time). */
export function sumWithdrawn(
  sql: Sql,
  playerId: number,
  days: readonly (number | null)[],
): Promise<{ days: number | null; withdrawn: number }[]> {
  return sql<{ days: number | null; withdrawn: number }>`
    with delivered as (
      select amount, delivery.created_at as at
      from trade_offers join trade_offer_events as delivery on delivery.offer_id = trade_offers.id and event = 'delivered'
      where player_id = ${playerId} and kind = 'withdrawal' and state in ('DELIVERED', 'FINAL')
    )
    select span.days, coalesce(sum(amount), 0)::int8 as withdrawn
    from unnest(${days}::int4[]) as span (days)
    left join delivered on span.days is null or at >= now() - span.days * interval '1 day'
    group by span.days`;
}

/**
 * Sums of wagers and net result since a time. Reads from the newest row back to an hour before it: a row has the start time of its
 * transaction, so rows around that time may be out of order.
 */
export async function sumSince(
  sql: Sql,
  playerId: number,
  since: string,
): Promise<{ readonly wagered: number; readonly net: number }> {
  const [sums] = await sql<{ wagered: number; net: number }>`
    with line as (
      select -coalesce(sum(amount) filter (where type = any(${WAGERED_TYPES}::text[])), 0) as wagered,
             coalesce(sum(amount), 0) as net
      from (
        -- Row comparison, so that PostgreSQL uses the player's index: the index by time would read all players' rows.
        select type, amount, created_at from ledger
        where player_id is not null and (player_id, id) <= (${playerId}, 9223372036854775807)
          and (player_id, id) > (${playerId}, coalesce((
            select case when player_id = ${playerId} then id end from ledger
            where player_id is not null and (player_id, id) <= (${playerId}, 9223372036854775807)
              and (player_id <> ${playerId} or created_at < ${since}::timestamptz - interval '1 hour')
            order by player_id desc, id desc limit 1), 0))
        offset 0
      ) as recent
      where created_at >= ${since}::timestamptz and type = any(${PLAYED_TYPES}::text[])
    ), won as (
      select coalesce(sum((select quick_sell_price from inventory where id = recent.id)), 0) as price
      from (
        select id, created_at from openings
        where (player_id, id) <= (${playerId}, 9223372036854775807)
          and (player_id, id) > (${playerId}, coalesce((
            select case when player_id = ${playerId} then id end from openings
            where (player_id, id) <= (${playerId}, 9223372036854775807)
              and (player_id <> ${playerId} or created_at < ${since}::timestamptz - interval '1 hour')
            order by player_id desc, id desc limit 1), 0))
        offset 0
      ) as recent
      where created_at >= ${since}::timestamptz
    )
    select wagered::int8 as wagered, (net + price)::int8 as net from line, won`;
  return sums!;
}
