import type { Asset } from '#adapters/trading/trading.ts';
import type { Db, Sql } from '#db/db.ts';
import { BOT_STEAM_ID, troubleOf } from './people.ts';

/** A skin with all that the platform tells about it. */
export type SandboxAsset = Asset & {
  readonly exterior: string;
  readonly rarity: string;
  readonly weaponType: string;
};

/** How many skins one finds at the first look, from the cheapest of the catalogue to the dearest. */
const SKINS = 14;
/** Every so many of them cannot be traded. */
const UNTRADABLE_EVERY = 6;
const CLASS_ID_BASE = 310_000_000;

async function hasPlace(sql: Sql, steamId: string): Promise<boolean> {
  const [row] = await sql<{ has: boolean }>`
    select exists (select from sandbox_personas where steam_id = ${steamId})
        or exists (select from players where steam_id = ${steamId}) as has`;
  return row!.has;
}

/** What somebody has at the first look: the same skins for the same person, whenever that is. */
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

/** Sees to it that the person has been given their skins; those who are not known here have none. */
export async function ensureInventory(db: Pick<Db, 'sql' | 'transaction'>, steamId: string): Promise<void> {
  if (steamId === BOT_STEAM_ID || troubleOf(steamId) === 'empty') return;
  const [known] = await db.sql<{ id: string }>`
    select id::text from sandbox_assets where owner_steam_id = ${steamId} and protected_until is null limit 1`;
  if (known === undefined && (await hasPlace(db.sql, steamId))) await fillInventory(db, steamId);
}

/** A tradable skin of every kind in the bot's hands that no open offer gives away: play things are not scarce. */
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

/** What stands in the inventory for everybody to see: skins under protection are kept apart until it ends. */
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

/** Any skins, wherever they are by now. */
export function findAssets(sql: Sql, ids: readonly string[]): Promise<SandboxAsset[]> {
  return sql<SandboxAsset>`
    select id::text as "assetId", class_id::text as "classId", name, market_hash_name as "marketHashName", icon_url as "iconUrl",
           exterior, rarity, weapon_type as "weaponType", is_tradable as "isTradable"
    from sandbox_assets where id = any(${ids}::bigint[]) order by id`;
}
