import type { Sql } from '#db/db.ts';
import type { DayRange } from './day-range.ts';

/** Prices of the skins of people and of sandbox players. */
export type SkinValue = { readonly people: number; readonly sandbox: number };
export type SkinDay = SkinValue & { readonly day: string };

/** At the ends of the stored days of a range. */
export function selectSkinDays(sql: Sql, { from, to }: DayRange): Promise<SkinDay[]> {
  return sql<SkinDay>`
    select to_char(day, 'YYYY-MM-DD') as day, people, sandbox from skin_days
    where day between ${from}::date and ${to}::date order by day`;
}

export async function insertSkinDays(sql: Sql, rows: readonly SkinDay[]): Promise<void> {
  await sql`
    insert into skin_days (day, people, sandbox)
    select * from unnest(
      ${rows.map(({ day }) => day)}::date[], ${rows.map(({ people }) => people)}::int8[],
      ${rows.map(({ sandbox }) => sandbox)}::int8[])`;
}

export type ItemHolding = {
  readonly itemId: number;
  /** How many people and sandbox players hold. */
  readonly people: number;
  readonly sandbox: number;
  readonly price: number;
};

/**
 * The skins that players held at the end of a day, with the prices of that moment: what is held now, less what came since, and with
 * what left since. A skin that was sold to the house for nothing has no ledger row, so it is missing on the day of its sale already.
 */
export function selectHeldSkins(sql: Sql, day: string): Promise<ItemHolding[]> {
  return sql<ItemHolding>`
    with moment as (
      select (${day}::date + 1)::timestamp at time zone 'UTC' as at
    ), moved as (
      select item_id, player_id, 1 as count from inventory where state in ('OWNED', 'LISTED', 'WITHDRAWING')
      union all
      select item_id, player_id, -1 from openings where created_at >= (select at from moment)
      union all
      select item_id, ledger.player_id, 1
      from ledger join inventory on inventory.id = case when type = 'QUICK_SELL' then substring(reference from '^sell:([0-9]+)$')::int8 end
      where type = 'QUICK_SELL' and ledger.created_at >= (select at from moment)
      union all
      select item_id, trade_offers.player_id, case event when 'delivered' then 1 else -1 end
      from trade_offer_events
      join trade_offers on trade_offers.id = offer_id join inventory on inventory.id = inventory_id
      where event in ('delivered', 'reversed') and kind = 'withdrawal'
        and trade_offer_events.created_at >= (select at from moment)
      union all
      select item_id, hand.player_id, hand.count
      from listings cross join lateral (values (seller_id, 1), (buyer_id, -1)) as hand (player_id, count)
      where state = 'SOLD' and closed_at >= (select at from moment)
    ), counted as (
      select item_id, player_id in (select id from players where is_sandbox) as is_sandbox, sum(count) as count
      from moved group by 1, 2
    ), held as (
      select item_id, coalesce(sum(count) filter (where not is_sandbox), 0)::int8 as people,
             coalesce(sum(count) filter (where is_sandbox), 0)::int8 as sandbox
      from counted group by item_id
    )
    select item_id as "itemId", people, sandbox, price
    from held cross join moment cross join lateral (
      select price from item_prices where item_prices.item_id = held.item_id and since < at order by since desc limit 1
    ) as priced
    where people <> 0 or sandbox <> 0`;
}

export type WithdrawnDay = {
  readonly day: string;
  readonly isSandbox: boolean;
  readonly movements: number;
  readonly amount: number;
};

/** Delivered withdrawals at their recorded value, less those that were reversed, each on its own day. */
export function sumWithdrawn(sql: Sql, { from, to }: DayRange): Promise<WithdrawnDay[]> {
  return sql<WithdrawnDay>`
    select to_char(event.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, is_sandbox as "isSandbox",
           count(*) as movements, sum(case event when 'delivered' then amount else -amount end)::int8 as amount
    from trade_offer_events as event
    join trade_offers on trade_offers.id = offer_id join players on players.id = player_id
    where event in ('delivered', 'reversed') and kind = 'withdrawal'
      and event.created_at >= ${from}::date::timestamp at time zone 'UTC'
      and event.created_at < (${to}::date + 1)::timestamp at time zone 'UTC'
    group by 1, 2`;
}

export type WithdrawnItem = { readonly itemId: number; readonly isSandbox: boolean; readonly amount: number };

/** The same by item. */
export function sumWithdrawnItems(sql: Sql, { from, to }: DayRange): Promise<WithdrawnItem[]> {
  return sql<WithdrawnItem>`
    select item_id as "itemId", player_id in (select id from players where is_sandbox) as "isSandbox",
           sum(case event when 'delivered' then amount else -amount end)::int8 as amount
    from trade_offer_events as event
    join trade_offers on trade_offers.id = offer_id
    cross join lateral (select item_id from inventory where inventory.id = inventory_id offset 0) as item
    where event in ('delivered', 'reversed') and kind = 'withdrawal'
      and event.created_at >= ${from}::date::timestamp at time zone 'UTC'
      and event.created_at < (${to}::date + 1)::timestamp at time zone 'UTC'
    group by 1, 2`;
}

export function selectItemNames(sql: Sql, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  return sql<{ id: number; name: string }>`
    select id, market_hash_name as name from items where id = any(${ids}::int8[])`;
}
