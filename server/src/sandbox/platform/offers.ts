import {
  type OfferDraft,
  type PlatformOfferState,
  TradingFailure,
  type TradeOutcome,
} from '#adapters/trading/trading.ts';
import type { Db, Sql, Tx } from '#db/db.ts';
import { publish } from '#db/publish.ts';
import { BOT_STEAM_ID, troubleOf } from './people.ts';

export const OFFERS_CHANNEL = 'sandbox_offers';
const PROTECTION = '7 days';
const LISTED_MAX = 200;

export type SandboxOffer = {
  readonly id: string;
  readonly partnerSteamId: string;
  readonly message: string;
  readonly give: readonly string[];
  readonly take: readonly string[];
  readonly state: PlatformOfferState;
  readonly tradeId: string | null;
  /** As the page tells it; programs learn it from the trade alone. */
  readonly isReversed: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly expiresAt: string;
};

type Moved = TradeOutcome['moved'];

export type SandboxTrade = {
  readonly id: string;
  readonly partnerSteamId: string;
  readonly status: 'complete' | 'in_escrow' | 'reversed';
  readonly given: Moved;
  readonly received: Moved;
  readonly rollbackOf: string | null;
  readonly createdAt: string;
};

const tell = ({ sql }: Tx, offerId: string): Promise<void> => publish(sql, OFFERS_CHANNEL, offerId);

/** Whether so many skins, each named once, are in these hands and can be given away. Locks them until the end of the transaction. */
async function areTheirs(sql: Sql, ids: readonly string[], owner: string): Promise<boolean> {
  const found = await sql<{ id: string }>`
    select id::text from sandbox_assets
    where id = any(${ids}::bigint[]) and owner_steam_id = ${owner} and not is_gone and is_tradable
      and (protected_until is null or protected_until <= now())
    order by id for update`;
  return found.length === ids.length;
}

/** As the platform does: what gives skins away waits until it is confirmed. */
export function makeOffer(db: Pick<Db, 'transaction'>, { message, partner, give, take }: Omit<OfferDraft, 'code'>) {
  return db.transaction(async (tx) => {
    const isThere = (await areTheirs(tx.sql, give, BOT_STEAM_ID)) && (await areTheirs(tx.sql, take, partner.steamId));
    if (!isThere) throw new TradingFailure('invalid_items', 'Some of these skins are not there, or cannot be traded.');
    const [made] = await tx.sql<{ id: string; isConfirmed: boolean }>`
      insert into sandbox_offers (partner_steam_id, message, give, take, state)
      values (${partner.steamId}, ${message}, ${give}::bigint[], ${take}::bigint[], ${give.length > 0 ? 'unconfirmed' : 'active'})
      returning id::text, state = 'active' as "isConfirmed"`;
    await tell(tx, made!.id);
    return made!;
  });
}

export async function findOffer(sql: Sql, id: string): Promise<SandboxOffer | undefined> {
  const [offer] = await sql<SandboxOffer>`
    select id::text, partner_steam_id as "partnerSteamId", message, give::text[], take::text[], trade_id::text as "tradeId",
           exists (select from sandbox_trades where sandbox_trades.id = trade_id and status = 'reversed') as "isReversed",
           case when state in ('unconfirmed', 'active') and expires_at <= now() then 'expired' else state end as state,
           created_at as "createdAt", updated_at as "updatedAt", expires_at as "expiresAt"
    from sandbox_offers where id = ${id}::bigint`;
  return offer;
}

type Wanted = { readonly steamId?: string; readonly code?: string; readonly since?: Date };

/** Newest first; of one person, with a text in their message, or that are open or have changed since a moment. */
export function listOffers(sql: Sql, { steamId, code, since }: Wanted = {}): Promise<SandboxOffer[]> {
  return sql<SandboxOffer>`
    select id::text, partner_steam_id as "partnerSteamId", message, give::text[], take::text[], trade_id::text as "tradeId",
           exists (select from sandbox_trades where sandbox_trades.id = trade_id and status = 'reversed') as "isReversed",
           case when state in ('unconfirmed', 'active') and expires_at <= now() then 'expired' else state end as state,
           created_at as "createdAt", updated_at as "updatedAt", expires_at as "expiresAt"
    from sandbox_offers
    where (${steamId ?? null}::text is null or partner_steam_id = ${steamId ?? null})
      and (${code ?? null}::text is null or position(${code ?? null} in message) > 0)
      and (${since ?? null}::timestamptz is null or updated_at >= ${since ?? null} or state in ('unconfirmed', 'active'))
    order by sandbox_offers.id desc limit ${LISTED_MAX}`;
}

/** Ends or opens an offer that stands at one of these; false when it does not. */
function moveOn(db: Pick<Db, 'transaction'>, id: string, from: readonly PlatformOfferState[], to: PlatformOfferState) {
  return db.transaction(async (tx) => {
    const moved = await tx.sql<{ id: string }>`
      update sandbox_offers set state = ${to}, updated_at = now(),
             expires_at = case when ${to === 'expired'} then now() else expires_at end
      where id = ${id}::bigint and state = any(${from}::text[]) and expires_at > now() returning id::text`;
    if (moved.length > 0) await tell(tx, id);
    return moved.length > 0;
  });
}

export const confirmOffer = (db: Pick<Db, 'transaction'>, id: string) => moveOn(db, id, ['unconfirmed'], 'active');
export const cancelOffer = (db: Pick<Db, 'transaction'>, id: string) =>
  moveOn(db, id, ['unconfirmed', 'active'], 'cancelled');
export const declineOffer = (db: Pick<Db, 'transaction'>, id: string) => moveOn(db, id, ['active'], 'declined');
export const expireOffer = (db: Pick<Db, 'transaction'>, id: string) =>
  moveOn(db, id, ['unconfirmed', 'active'], 'expired');

type Handing = { readonly ids: readonly string[]; readonly to: string; readonly isProtected: boolean };

/** Puts skins into other hands, under new numbers; in the order of the old ones. */
async function handOver(sql: Sql, { ids, to, isProtected }: Handing): Promise<Moved> {
  return await sql<Moved[number]>`
    with old as (
      update sandbox_assets set is_gone = true where id = any(${ids}::bigint[]) and not is_gone returning *
    ), numbered as (
      select *, nextval(pg_get_serial_sequence('sandbox_assets', 'id')) as new_id from old
    ), added as (
      insert into sandbox_assets (id, owner_steam_id, class_id, name, market_hash_name, icon_url, exterior, rarity, weapon_type,
                                  protected_until)
      overriding system value
      select new_id, ${to}, class_id, name, market_hash_name, icon_url, exterior, rarity, weapon_type,
             case when ${isProtected} then now() + ${PROTECTION}::interval end
      from numbered
    )
    select id::text as "assetId", new_id::text as "newAssetId" from numbered order by id`;
}

async function addTrade(sql: Sql, trade: Omit<SandboxTrade, 'id' | 'createdAt'>): Promise<string> {
  const [added] = await sql<{ id: string }>`
    insert into sandbox_trades (partner_steam_id, status, given, received, rollback_of)
    values (${trade.partnerSteamId}, ${trade.status}, ${JSON.stringify(trade.given)}, ${JSON.stringify(trade.received)},
            ${trade.rollbackOf}::bigint)
    returning id::text`;
  return added!.id;
}

async function tradeFor(sql: Sql, { partnerSteamId, give, take }: SandboxOffer): Promise<string> {
  if (troubleOf(partnerSteamId) === 'unguarded' && take.length > 0) {
    return addTrade(sql, { partnerSteamId, status: 'in_escrow', given: [], received: [], rollbackOf: null });
  }
  const given = await handOver(sql, { ids: give, to: partnerSteamId, isProtected: true });
  const received = await handOver(sql, { ids: take, to: BOT_STEAM_ID, isProtected: true });
  return addTrade(sql, { partnerSteamId, status: 'complete', given, received, rollbackOf: null });
}

/** The partner says yes. Once: whoever says it again changes nothing. */
export function acceptOffer(db: Pick<Db, 'transaction'>, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.sql`select from sandbox_offers where id = ${id}::bigint for update`;
    const offer = await findOffer(tx.sql, id);
    if (offer?.state !== 'active') return;
    const isThere =
      (await areTheirs(tx.sql, offer.give, BOT_STEAM_ID)) &&
      (await areTheirs(tx.sql, offer.take, offer.partnerSteamId));
    const tradeId = isThere ? await tradeFor(tx.sql, offer) : null;
    await tx.sql`
      update sandbox_offers set trade_id = ${tradeId}::bigint, updated_at = now(),
             state = coalesce((select case status when 'complete' then 'accepted' else 'in_escrow' end
                               from sandbox_trades where sandbox_trades.id = ${tradeId}::bigint), 'invalid_items')
      where id = ${id}::bigint`;
    await tell(tx, id);
  });
}

export async function findTrade(sql: Sql, id: string): Promise<SandboxTrade | undefined> {
  const [trade] = await sql<SandboxTrade>`
    select id::text, partner_steam_id as "partnerSteamId", status, given, received, rollback_of::text as "rollbackOf",
           created_at as "createdAt"
    from sandbox_trades where id = ${id}::bigint`;
  return trade;
}

const newIds = (moved: Moved): string[] => moved.map(({ newAssetId }) => newAssetId);

/** The partner takes the trade of an offer back, as one may while it is protected: a second trade carries everything home. */
export function reverseTrade(db: Pick<Db, 'transaction'>, offerId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const [reversed] = await tx.sql<{ id: string }>`
      update sandbox_trades set status = 'reversed'
      where id = (select trade_id from sandbox_offers where sandbox_offers.id = ${offerId}::bigint) and status = 'complete'
        and created_at > now() - ${PROTECTION}::interval
      returning id::text`;
    if (reversed === undefined) return;
    const { id, partnerSteamId, given, received } = (await findTrade(tx.sql, reversed.id))!;
    await addTrade(tx.sql, {
      partnerSteamId,
      status: 'complete',
      given: await handOver(tx.sql, { ids: newIds(received), to: partnerSteamId, isProtected: false }),
      received: await handOver(tx.sql, { ids: newIds(given), to: BOT_STEAM_ID, isProtected: false }),
      rollbackOf: id,
    });
    await tell(tx, offerId);
  });
}
