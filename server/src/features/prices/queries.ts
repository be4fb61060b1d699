import type { HeldPrice } from '@karat/contract/prices';
import type { Sql } from '#db/db.ts';

export type KnownPrice = {
  readonly id: number;
  readonly name: string;
  readonly price: number;
  /** Null while no price is known. */
  readonly minPrice: number | null;
  /** The last price before an admin alone set this one: 0 if there was none, null if the price is approved. */
  readonly approvedPrice: number | null;
  /** The new price that staff refused. */
  readonly refusedPrice: number | null;
};

export function selectKnownPrices(sql: Sql): Promise<KnownPrice[]> {
  return sql<KnownPrice>`
    select id, market_hash_name as name, price, min_price as "minPrice", approved_price as "approvedPrice",
           case when is_refused then fresh_price end as "refusedPrice"
    from items left join held_prices on item_id = id order by id`;
}

export type PriceJump = { readonly id: number; readonly freshPrice: number };

/** Replaces the held prices, except for refused ones; returns how many are new to staff. */
export async function replaceHeldPrices(
  sql: Sql,
  { jumps, refusedIds }: { readonly jumps: readonly PriceJump[]; readonly refusedIds: readonly number[] },
): Promise<number> {
  await sql`
    delete from held_prices
    where item_id <> all(${refusedIds}::int8[]) and item_id <> all(${jumps.map(({ id }) => id)}::int8[])`;
  const added = await sql<{ isNew: boolean }>`
    with before as (
      select item_id from held_prices where not is_refused
    ), stored as (
      insert into held_prices as held (item_id, fresh_price)
      select * from unnest(${jumps.map(({ id }) => id)}::int8[], ${jumps.map(({ freshPrice }) => freshPrice)}::int8[])
      on conflict (item_id) do update set fresh_price = excluded.fresh_price, is_refused = false, seen_at = now()
      where held.fresh_price <> excluded.fresh_price
      returning item_id
    )
    select true as "isNew" from stored where item_id not in (select item_id from before)`;
  return added.length;
}

export type HeldRow = { readonly freshPrice: number; readonly price: number; readonly name: string };

/** Other decisions and readings wait for the end of the transaction. */
export async function lockHeldPrice(sql: Sql, itemId: number): Promise<HeldRow | undefined> {
  const [heldPrice] = await sql<HeldRow>`
    select fresh_price as "freshPrice", price, market_hash_name as name
    from held_prices join items on items.id = item_id
    where item_id = ${itemId} and not is_refused for update of held_prices`;
  return heldPrice;
}

export async function deleteHeldPrice(sql: Sql, itemId: number): Promise<void> {
  await sql`delete from held_prices where item_id = ${itemId}`;
}

export async function refuseHeldPrice(sql: Sql, itemId: number): Promise<void> {
  await sql`update held_prices set is_refused = true where item_id = ${itemId}`;
}

type Page = { readonly page: number; readonly limit: number };

/** Most expensive first, where a wrong price costs most. */
export function selectHeldPrices(sql: Sql, { page, limit }: Page): Promise<HeldPrice[]> {
  return sql<HeldPrice>`
    select item_id as "itemId", market_hash_name, image, price, fresh_price as "freshPrice", seen_at as "seenAt"
    from held_prices join items on items.id = item_id
    where not is_refused
    order by greatest(price, fresh_price) desc, item_id limit ${limit} offset ${(page - 1) * limit}`;
}

export async function countHeldPrices(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }>`select count(*) as count from held_prices where not is_refused`;
  return row!.count;
}

export type Reading = {
  readonly source: string;
  readonly changed: number;
  readonly held: number;
  readonly failure: string | null;
};

export async function insertReading(sql: Sql, { source, changed, held, failure }: Reading): Promise<void> {
  await sql`
    insert into price_reads (source, changed, held, failure) values (${source}, ${changed}, ${held}, ${failure})`;
}

export type LastReading = Reading & { readonly readAt: string; readonly ageMs: number };

/** The last reading, successful or not. */
export async function selectLastReading(sql: Sql): Promise<LastReading | undefined> {
  const [reading] = await sql<LastReading>`
    select source, changed, held, failure, created_at as "readAt",
           floor(extract(epoch from now() - created_at) * 1000)::int8 as "ageMs"
    from price_reads order by id desc limit 1`;
  return reading;
}

export async function selectLastGoodReading(sql: Sql, source: string): Promise<LastReading | undefined> {
  const [reading] = await sql<LastReading>`
    select source, changed, held, failure, created_at as "readAt",
           floor(extract(epoch from now() - created_at) * 1000)::int8 as "ageMs"
    from price_reads where source = ${source} and failure is null order by id desc limit 1`;
  return reading;
}
