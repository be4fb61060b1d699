import type { OpenedCase } from '@karat/contract/cases';
import type { BestOpening, LiveDrop } from '@karat/contract/drops';
import type { Sql } from '#db/db.ts';
import { hasErrorCode } from '#db/errors.ts';
import { KEY_DAYS } from '#db/months.ts';
import type { PlayerKey } from '#features/wagers/wagers.ts';

/** An opening that is rolled and paid for but not yet written. */
export type NewOpening = {
  readonly playerId: number;
  readonly caseId: number;
  readonly versionId: number;
  readonly seedId: number;
  readonly nonce: number;
  readonly entropy: string;
  readonly ticket: number;
  readonly itemId: number;
  readonly price: number;
  /** The wallet's balance after this price is taken. */
  readonly balance: number;
  /** Set on the first opening of a request with an idempotency key, otherwise null. */
  readonly requestKey: string | null;
  readonly requestCount: number | null;
};

export type WonItemRow = {
  readonly id: number;
  readonly market_hash_name: string;
  readonly parentItem: number;
  readonly price: number;
};

/** Whether a statement failed because a case has changed or is paused. */
export function isNoLongerOnOffer(error: unknown): boolean {
  return hasErrorCode(error, 'KR001');
}

/**
 * Writes ledger row, item and record of each opening in one statement; the rows come back in the given order. If a version is no
 * longer on offer, the statement fails: see `isNoLongerOnOffer`. Ids and nonces come only once, so they need no look into other
 * months.
 */
export function insertOpenings(sql: Sql, openings: readonly NewOpening[]): Promise<WonItemRow[]> {
  const column = <Key extends keyof NewOpening>(key: Key) => openings.map((opening) => opening[key]);
  return sql<WonItemRow>`
    with opening as materialized (
      select sent.*, items.quick_sell_price, items.market_hash_name, nextval('inventory_ids') as id
      from unnest(
        ${column('playerId')}::int8[], ${column('caseId')}::int8[], ${column('versionId')}::int8[],
        ${column('seedId')}::int8[], ${column('nonce')}::int8[], ${column('entropy')}::text[],
        ${column('ticket')}::int4[], ${column('itemId')}::int8[], ${column('price')}::int8[],
        ${column('balance')}::int8[], ${column('requestKey')}::text[], ${column('requestCount')}::int2[]
      ) with ordinality as sent (player_id, case_id, version_id, seed_id, nonce, entropy, ticket, item_id, price, balance,
                                 request_key, request_count, place)
      join items on items.id = sent.item_id
      join cases on cases.id = sent.case_id and cases.version_id = sent.version_id and cases.paused_at is null
      order by place
    ), line as (
      insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
      select 'CASE_OPEN', 'open:' || id, player_id, 'house:cases', -price, balance + price, balance
      from opening order by place
    ), item as (
      insert into inventory (id, player_id, item_id, quick_sell_price)
      select id, player_id, item_id, quick_sell_price from opening order by place
    ), record as (
      insert into openings (id, player_id, version_id, seed_id, nonce, entropy, ticket, item_id, request_key, request_count)
      select id, player_id, version_id, seed_id, nonce, entropy, ticket, item_id, request_key, request_count
      from opening order by place
    )
    select id, market_hash_name, item_id as "parentItem", quick_sell_price as price
    -- Evaluated once, also if there is no row. The function is only called to fail: calling it would take longer than the rest.
    from (
      select case when count(*) <> ${openings.length} then assert_count(count(*), ${openings.length}, 'KR001') end from opening
    ) as asserted left join opening on true
    order by place`;
}

/**
 * Fails like the unique index of a month if another month has one of these request keys. Two requests with one key take turns by
 * the wallet, so this must be a statement after the one that locked it.
 */
export async function assertNewOpeningKeys(sql: Sql, openings: readonly NewOpening[]): Promise<void> {
  const keyed = openings.filter(({ requestKey }) => requestKey !== null);
  await sql`
    select assert_unique(count(*), 'openings_request')
    from unnest(${keyed.map(({ playerId }) => playerId)}::int8[], ${keyed.map(({ requestKey }) => requestKey)}::text[])
      as sent (player_id, request_key)
    cross join lateral (
      select from openings
      where openings.player_id = sent.player_id and openings.request_key = sent.request_key
        and created_at >= now() - ${KEY_DAYS} * interval '1 day' and created_at < now() + interval '1 day'
      -- Planned by itself: while a month is empty, the planner would rather read all of it.
      offset 0
    ) as earlier`;
}

/** Those of the players' idempotency keys that openings have. */
export function selectServedKeys(sql: Sql, keys: readonly PlayerKey[]): Promise<PlayerKey[]> {
  return sql<PlayerKey>`
    select sent.player_id as "playerId", sent.request_key as "requestKey"
    from unnest(${keys.map(({ playerId }) => playerId)}::int8[], ${keys.map(({ requestKey }) => requestKey)}::text[])
      as sent (player_id, request_key)
    -- One look into the index for each key, whatever the size of the table.
    cross join lateral (
      select from openings where openings.player_id = sent.player_id and openings.request_key = sent.request_key limit 1
    ) as earlier`;
}

export type PastRequest = { readonly isSame: boolean } & WonItemRow;

/** The items that a request with this key won, in order; `isSame` tells whether the earlier request had the same parameters. */
export function selectPastRequest(
  sql: Sql,
  request: { playerId: number; requestKey: string; caseName: string; count: number; entropy: string },
): Promise<PastRequest[]> {
  const { playerId, requestKey, caseName, count, entropy } = request;
  return sql<PastRequest>`
    select openings.id, items.market_hash_name, openings.item_id as "parentItem", inventory.quick_sell_price as price,
           first.request_count = ${count} and first.entropy = ${entropy}
             and ${caseName} in (case_versions.name, cases.name) as "isSame"
    from openings as first
    join openings on openings.seed_id = first.seed_id
      and openings.nonce between first.nonce and first.nonce + first.request_count - 1
    join case_versions on case_versions.id = first.version_id
    join cases on cases.id = case_versions.case_id
    join items on items.id = openings.item_id
    join inventory on inventory.id = openings.id
    where first.player_id = ${playerId} and first.request_key = ${requestKey}
    order by openings.nonce`;
}

type DropRow = Omit<LiveDrop, 'handle'>;

export function selectDrops(sql: Sql, ids: readonly number[]): Promise<DropRow[]> {
  return sql<DropRow>`
    select openings.id, username, is_sandbox as "isSandbox", coalesce(avatar, '') as avatar, case_versions.name as "caseName",
           market_hash_name, items.image, items.rarity as "skinRarity", inventory.quick_sell_price as price, openings.created_at as "createdAt"
    from openings
    join players on players.id = openings.player_id
    join case_versions on case_versions.id = version_id
    join items on items.id = openings.item_id
    join inventory on inventory.id = openings.id
    where openings.id = any(${ids}::int8[])
    order by openings.id`;
}

/** Ids of the latest openings that are revealed, newest first. Reads all that are not revealed, too. */
export async function selectLatestIds(
  sql: Sql,
  { revealDelayMs, limit }: { revealDelayMs: number; limit: number },
): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select id from openings where created_at <= now() - ${revealDelayMs} * interval '1 millisecond'
    order by id desc limit ${limit}`;
  return rows.map(({ id }) => id);
}

export async function selectNewestId(sql: Sql): Promise<number> {
  const [row] = await sql<{ id: number }>`select coalesce(max(id), 0) as id from openings`;
  return row!.id;
}

/** Ids of the newest openings of a range, newest first. */
export async function selectNewestIds(
  sql: Sql,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select id from openings where id > ${after} and id <= ${upTo} order by id desc limit ${limit}`;
  return rows.map(({ id }) => id);
}

export async function countOpenings(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }>`select count(*) as count from openings`;
  return row!.count;
}

/** A page of all openings, newest first. Finds the ids on the index alone, before any join. */
export function selectOpenings(sql: Sql, { offset, limit }: { offset: number; limit: number }): Promise<OpenedCase[]> {
  return sql<OpenedCase>`
    select openings.id, case_versions.name as "caseName", username as "openedBy",
           coalesce(is_sandbox, false) as "isSandbox", market_hash_name as "resultItem",
           coalesce(case_versions.price, 0) as "casePrice", openings.created_at as "createdAt"
    from (select id from openings order by id desc offset ${offset} limit ${limit}) as page
    join openings using (id)
    left join case_versions on case_versions.id = version_id
    left join players on players.id = openings.player_id
    left join items on items.id = openings.item_id
    order by openings.id desc`;
}

/** The openings of this UTC day that are older than `olderThanMs` and gave more than they cost, by their gain. */
export function selectBestToday(
  sql: Sql,
  { olderThanMs, limit }: { olderThanMs: number; limit: number },
): Promise<BestOpening[]> {
  return sql<BestOpening>`
    select openings.id, username, is_sandbox as "isSandbox", case_versions.name as "caseName", market_hash_name, items.image,
           items.rarity as "skinRarity", case_versions.price as paid, inventory.quick_sell_price as worth
    from openings
    join case_versions on case_versions.id = version_id
    join inventory on inventory.id = openings.id
    join players on players.id = openings.player_id
    join items on items.id = openings.item_id
    where openings.created_at >= date_trunc('day', now(), 'UTC')
      and openings.created_at <= now() - ${olderThanMs} * interval '1 millisecond'
      and inventory.quick_sell_price > case_versions.price and players.state = 'active'
    order by inventory.quick_sell_price - case_versions.price desc, openings.id
    limit ${limit}`;
}

/** The same openings without those of sandbox players: how many there are, and how many gave more than they cost. */
export async function selectTodayFigures(sql: Sql, olderThanMs: number): Promise<{ openings: number; gains: number }> {
  const [row] = await sql<{ openings: number; gains: number }>`
    select count(*) as openings, count(*) filter (where inventory.quick_sell_price > case_versions.price) as gains
    from openings
    join case_versions on case_versions.id = version_id
    join inventory on inventory.id = openings.id
    join players on players.id = openings.player_id
    where openings.created_at >= date_trunc('day', now(), 'UTC')
      and openings.created_at <= now() - ${olderThanMs} * interval '1 millisecond' and not is_sandbox`;
  return row!;
}
