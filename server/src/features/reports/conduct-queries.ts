import { REFUND_TYPES, STAKE_TYPES } from '@karat/contract/game-transactions';
import type { Sql } from '#db/db.ts';
import type { User } from './alert-queries.ts';

export type Handover = {
  readonly buyer: User;
  /** The seller who got the most. */
  readonly seller: User;
  readonly deposited: number;
  readonly wagered: number;
  readonly spent: number;
  readonly purchases: number;
  readonly since: string;
};

/**
 * Players who deposited, wagered less than a tenth of it since, and paid at least half of it to other players on the market. Found
 * by their deposits and their own ledger rows since the first of those.
 */
export function selectHandovers(sql: Sql, { days, limit }: { days: number; limit: number }): Promise<Handover[]> {
  return sql<Handover>`
    with deposit as (
      select player_id, sum(offer.amount)::int8 as deposited, min(line.id) as line_id
      from trade_offer_events as event join trade_offers as offer on offer.id = offer_id
      cross join lateral (
        select id from ledger where type = 'DEPOSIT' and reference = 'deposit:' || offer.id offset 0
      ) as line
      where event = 'credited' and event.created_at > now() - ${days} * interval '1 day' and state in ('CREDITED', 'FINAL')
      group by player_id
    ), handover as (
      select deposit.*, moved.* from deposit
      cross join lateral (
        select -coalesce(sum(amount) filter (where type = any(${[...STAKE_TYPES, ...REFUND_TYPES]}::text[])), 0)::int8 as wagered,
               -coalesce(sum(amount) filter (where type = 'MARKET_BUY'), 0)::int8 as spent,
               count(*) filter (where type = 'MARKET_BUY') as purchases,
               max(created_at) filter (where type = 'MARKET_BUY') as since
        from ledger where ledger.player_id = deposit.player_id and id > line_id offset 0
      ) as moved
      where wagered * 10 < deposited and spent * 2 >= deposited
      order by spent desc, player_id limit ${limit}
    )
    select jsonb_build_object('id', buyer.id, 'username', buyer.username) as buyer,
           jsonb_build_object('id', seller.id, 'username', seller.username) as seller,
           deposited, wagered, spent, purchases, since
    from handover join players as buyer on buyer.id = player_id
    cross join lateral (
      select seller_id
      -- From the buyer's rows: an index on type would read all players' purchases.
      from (select type, reference from ledger where ledger.player_id = handover.player_id and id > line_id offset 0) as line
      join listings on listings.id = split_part(reference, ':', -1)::int8
      where type = 'MARKET_BUY'
      group by seller_id order by sum(listings.price) desc, seller_id limit 1
    ) as most
    join players as seller on seller.id = seller_id
    order by spent desc, buyer.id`;
}

export type FastWagering = { readonly user: User; readonly wagers: number; readonly since: string };

/** Maximum openings per call. */
const CASES_PER_OPENING_MAX = 5;

/**
 * Players with that many wagers within so many minutes of the last day, with their fastest burst. Rows with the same time come
 * from one call or from several calls of a batch: at least as many as needed for that number of rows.
 */
export function selectFastWagerers(
  sql: Sql,
  { minutes, least, limit }: { minutes: number; least: number; limit: number },
): Promise<FastWagering[]> {
  return sql<FastWagering>`
    with moment as (
      select player_id, created_at, count(*) as lines from ledger
      where created_at > now() - interval '1 day' and player_id is not null
        and type = any(${STAKE_TYPES}::text[])
      group by player_id, created_at
    ), burst as (
      select player_id, greatest(count(*), (sum(lines) / ${CASES_PER_OPENING_MAX}::int4)::int8) as wagers, min(created_at) as since
      from moment
      group by player_id, date_bin(${minutes} * interval '1 minute', created_at, timestamptz 'epoch')
    ), fastest as (
      select distinct on (player_id) player_id, wagers, since from burst where wagers >= ${least}
      order by player_id, wagers desc, since desc
    )
    select jsonb_build_object('id', id, 'username', username) as "user", wagers, since
    from fastest join players on id = player_id
    where not is_sandbox
    order by wagers desc, id limit ${limit}`;
}
