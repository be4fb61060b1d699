import type { Asset } from '#adapters/trading/trading.ts';
import type { Db, Sql } from '#db/db.ts';
import { BOT_STEAM_ID, troubleOf } from './tokens.ts';

/** A skin with all details that Steam returns. */
export type SandboxAsset = Asset & {
  readonly exterior: string;
  readonly rarity: string;
  readonly weaponType: string;
};

/** Number of skins in a new inventory, from the cheapest to the most expensive. */
const SKINS = 14;
/** Every sixth skin is untradable. */
const UNTRADABLE_EVERY = 6;
const CLASS_ID_BASE = 310_000_000;

async function isKnown(sql: Sql, steamId: string): Promise<boolean> {
  const [row] = await sql<{ has: boolean }>`
    select exists (select from sandbox_personas where steam_id = ${steamId})
        or exists (select from players where steam_id = ${steamId}) as has`;
  return row!.has;
}

/** Fills a new inventory. The same person always gets the same skins. */
async function fillInventory(db: Pick<Db, 'transaction'>, steamId: string): Promise<void> {
  await db.transaction(async ({ sql }) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('karat/sandbox-inventory/' || ${steamId}::text, 0))`;
    await sql`
      insert into sandbox_assets (owner_steam_id, class_id, name, market_hash_name, icon_url, exterior, rarity, weapon_type, is_tradable)
      select ${steamId}, ${CLASS_ID_BASE} + id, regexp_replace(market_hash_name, ' \\([^)]*\\)$', ''), market_hash_name, image, exterior,
             rarity, weapon_type, bucket % ${UNTRADABLE_EVERY} <> 0
      from (
        select distinct on (bucket) * from (
          select *, ntile(${SKINS}) over (order by price, id) as bucket from items where min_price is not null
        ) as spread order by bucket, md5(${steamId} || market_hash_name)
      ) as picked
      where not exists (select from sandbox_assets where owner_steam_id = ${steamId} and protected_until is null)
      order by bucket`;
  });
}

/** Fills the inventory on first use. People who are unknown here have no skins. */
export async function ensureInventory(db: Pick<Db, 'sql' | 'transaction'>, steamId: string): Promise<void> {
  if (steamId === BOT_STEAM_ID || troubleOf(steamId) === 'empty') return;
  const [known] = await db.sql<{ id: string }>`
    select id::text from sandbox_assets where owner_steam_id = ${steamId} and protected_until is null limit 1`;
  if (known === undefined && (await isKnown(db.sql, steamId))) await fillInventory(db, steamId);
}

/** Makes sure that the bot has a tradable skin of every item that no open offer gives away: stock is unlimited. */
export async function ensureStock(sql: Sql): Promise<void> {
  await sql`
    insert into sandbox_assets (owner_steam_id, class_id, name, market_hash_name, icon_url, exterior, rarity, weapon_type)
    select ${BOT_STEAM_ID}, ${CLASS_ID_BASE} + id, regexp_replace(market_hash_name, ' \\([^)]*\\)$', ''), market_hash_name, image, exterior,
           rarity, weapon_type
    from items
    where market_hash_name not in (
      select market_hash_name from sandbox_assets
      where owner_steam_id = ${BOT_STEAM_ID} and not is_gone and is_tradable
        and (protected_until is null or protected_until <= now())
        and id not in (select unnest(give) from sandbox_offers where state in ('unconfirmed', 'active'))
    )`;
}

/** The public inventory, or the skins under trade protection, which Steam lists separately. */
export function listAssets(sql: Sql, steamId: string, isProtected = false): Promise<SandboxAsset[]> {
  return sql<SandboxAsset>`
    select id::text as "assetId", class_id::text as "classId", name, market_hash_name as "marketHashName", icon_url as "iconUrl",
           exterior, rarity, weapon_type as "weaponType",
           is_tradable and (protected_until is null or protected_until <= now()) as "isTradable"
    from sandbox_assets
    where owner_steam_id = ${steamId} and not is_gone
      and (protected_until is not null and protected_until > now()) = ${isProtected}
    order by id desc`;
}

/** Finds skins by id, regardless of their current owner. */
export function findAssets(sql: Sql, ids: readonly string[]): Promise<SandboxAsset[]> {
  return sql<SandboxAsset>`
    select id::text as "assetId", class_id::text as "classId", name, market_hash_name as "marketHashName", icon_url as "iconUrl",
           exterior, rarity, weapon_type as "weaponType", is_tradable as "isTradable"
    from sandbox_assets where id = any(${ids}::bigint[]) order by id`;
}
