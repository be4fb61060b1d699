import type { TradeOffer } from '@karat/contract/trades';
import type { TradeKind, TradeState } from '@karat/rules/trades';
import type { Sql } from '#db/db.ts';

type Page = { readonly limit: number; readonly offset: number };

/** An offer as clients see it; its URL is built from the platform id if an adapter is configured. */
export type OfferView = Omit<TradeOffer, 'offerUrl'> & {
  readonly playerId: number;
  readonly platformId: string | null;
  readonly attempts: number;
  readonly username: string;
  readonly isSandbox: boolean;
  readonly steamId: string | null;
  readonly isFlagged: boolean;
};

/** Skins and events are separate queries: as JSON of one row, times would have PostgreSQL's format. */
export async function selectOfferViews(sql: Sql, ids: readonly number[]): Promise<OfferView[]> {
  const offers = await sql<Omit<OfferView, 'skins' | 'events'>>`
    select trade_offers.id, kind, trade_offers.state, code, amount, held_until as "heldUntil", reason,
           trade_offers.created_at as "createdAt", trade_offers.updated_at as "updatedAt", player_id as "playerId",
           platform_id as "platformId", attempts, username, is_sandbox as "isSandbox", players.steam_id as "steamId",
           flagged_at is not null as "isFlagged"
    from trade_offers join players on players.id = player_id
    where trade_offers.id = any(${ids}::int8[]) order by trade_offers.id desc`;
  const skins = await sql<{ offerId: number } & TradeOffer['skins'][number]>`
    select offer_id as "offerId", market_hash_name, image, rarity as "skinRarity", value
    from trade_offer_skins join items on items.id = item_id
    where offer_id = any(${ids}::int8[]) order by offer_id, position`;
  const events = await sql<{ offerId: number } & TradeOffer['events'][number]>`
    select offer_id as "offerId", event, created_at as "createdAt" from trade_offer_events
    where offer_id = any(${ids}::int8[]) order by id`;
  const [skinsOf, eventsOf] = [
    Map.groupBy(skins, ({ offerId }) => offerId),
    Map.groupBy(events, ({ offerId }) => offerId),
  ];
  return offers.map((offer) => ({
    ...offer,
    skins: (skinsOf.get(offer.id) ?? []).map(({ market_hash_name, image, skinRarity, value }) => ({
      market_hash_name,
      image,
      skinRarity,
      value,
    })),
    events: (eventsOf.get(offer.id) ?? []).map(({ event, createdAt }) => ({ event, createdAt })),
  }));
}

export async function selectOfferIds(
  sql: Sql,
  { playerId, limit, offset }: Page & { playerId: number },
): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select id from trade_offers where player_id = ${playerId} order by id desc limit ${limit} offset ${offset}`;
  return rows.map(({ id }) => id);
}

export async function countOffers(sql: Sql, playerId: number): Promise<number> {
  const [row] = await sql<{ total: number }>`select count(*) as total from trade_offers where player_id = ${playerId}`;
  return row!.total;
}

type OfferFilter = { readonly state: TradeState | null; readonly kind: TradeKind | null };

export async function selectAllOfferIds(
  sql: Sql,
  { state, kind, limit, offset }: Page & OfferFilter,
): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select id from trade_offers
    where (${state}::text is null or state = ${state}) and (${kind}::text is null or kind = ${kind})
    order by id desc limit ${limit} offset ${offset}`;
  return rows.map(({ id }) => id);
}

export async function countAllOffers(sql: Sql, { state, kind }: OfferFilter): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select count(*) as total from trade_offers
    where (${state}::text is null or state = ${state}) and (${kind}::text is null or kind = ${kind})`;
  return row!.total;
}

export async function countWaiting(sql: Sql): Promise<number> {
  const [row] = await sql<{ waiting: number }>`
    select count(*) as waiting from trade_offers where state = 'AWAITING_APPROVAL'`;
  return row!.waiting;
}

export type FlaggedPlayer = {
  readonly id: number;
  readonly username: string;
  readonly isSandbox: boolean;
  readonly flaggedAt: string;
};

export function selectFlagged(sql: Sql, limit: number): Promise<FlaggedPlayer[]> {
  return sql<FlaggedPlayer>`
    select id, username, is_sandbox as "isSandbox", flagged_at as "flaggedAt" from players
    where flagged_at is not null order by flagged_at desc limit ${limit}`;
}

/** Offers that changed within the last minutes, whose notifications may have been missed. */
export async function selectRecentlyChanged(sql: Sql, minutes: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select id from trade_offers
    where updated_at > now() - ${minutes} * interval '1 minute' order by id desc limit 200`;
  return rows.map(({ id }) => id);
}

/** Schedules a check now, because Steam reported a change. */
export async function updateCheckNow(sql: Sql, platformId: string): Promise<void> {
  await sql`
    update trade_offers set check_at = clock_timestamp()
    where platform_id = ${platformId} and state in ('SENT', 'HELD', 'CREDITED', 'DELIVERED', 'FINAL')`;
}
