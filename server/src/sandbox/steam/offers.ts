import {
  type OfferDraft,
  type PlatformOfferState,
  TradingFailure,
  type TradeOutcome,
} from '#adapters/trading/trading.ts';
import type { Db, Sql, Tx } from '#db/db.ts';
import { publish } from '#db/publish.ts';
import { BOT_STEAM_ID, troubleOf } from './tokens.ts';

export const OFFERS_CHANNEL = 'sandbox_offers';
const PROTECTION = '7 days';
const OFFERS_PAGE_MAX = 200;

export type SandboxOffer = {
  readonly id: string;
  readonly partnerSteamId: string;
  readonly message: string;
  readonly give: readonly string[];
  readonly take: readonly string[];
  readonly state: PlatformOfferState;
  readonly tradeId: string | null;
  /** For the page only: Steam's API shows a reversal on the trade, not on the offer. */
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

const notifyChange = ({ sql }: Tx, offerId: string): Promise<void> => publish(sql, OFFERS_CHANNEL, offerId);

/** Locks the skins until the end of the transaction; false if the owner does not have all of them in tradable state. */
async function lockTradable(sql: Sql, ids: readonly string[], owner: string): Promise<boolean> {
  const found = await sql<{ id: string }>`
    select id::text from sandbox_assets
    where id = any(${ids}::bigint[]) and owner_steam_id = ${owner} and not is_gone and is_tradable
      and (protected_until is null or protected_until <= now())
    order by id for update`;
  return found.length === ids.length;
}

/** Creates an offer. Like on Steam, an offer that gives skins away must be confirmed first. */
export function makeOffer(db: Pick<Db, 'transaction'>, { message, partner, give, take }: Omit<OfferDraft, 'code'>) {
  return db.transaction(async (tx) => {
    const areTradable =
      (await lockTradable(tx.sql, give, BOT_STEAM_ID)) && (await lockTradable(tx.sql, take, partner.steamId));
    if (!areTradable)
      throw new TradingFailure('invalid_items', 'Some of these skins are not there, or cannot be traded.');
    const [created] = await tx.sql<{ id: string; isConfirmed: boolean }>`
      insert into sandbox_offers (partner_steam_id, message, give, take, state)
      values (${partner.steamId}, ${message}, ${give}::bigint[], ${take}::bigint[], ${give.length > 0 ? 'unconfirmed' : 'active'})
      returning id::text, state = 'active' as "isConfirmed"`;
    await notifyChange(tx, created!.id);
    return created!;
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

type OfferFilter = { readonly steamId?: string; readonly code?: string; readonly since?: Date };

/** Newest first. Filters by partner, by a text in the message, and by open or changed since a time. */
export function listOffers(sql: Sql, { steamId, code, since }: OfferFilter = {}): Promise<SandboxOffer[]> {
  return sql<SandboxOffer>`
    select id::text, partner_steam_id as "partnerSteamId", message, give::text[], take::text[], trade_id::text as "tradeId",
           exists (select from sandbox_trades where sandbox_trades.id = trade_id and status = 'reversed') as "isReversed",
           case when state in ('unconfirmed', 'active') and expires_at <= now() then 'expired' else state end as state,
           created_at as "createdAt", updated_at as "updatedAt", expires_at as "expiresAt"
    from sandbox_offers
    where (${steamId ?? null}::text is null or partner_steam_id = ${steamId ?? null})
      and (${code ?? null}::text is null or position(${code ?? null} in message) > 0)
      and (${since ?? null}::timestamptz is null or updated_at >= ${since ?? null} or state in ('unconfirmed', 'active'))
    order by sandbox_offers.id desc limit ${OFFERS_PAGE_MAX}`;
}

/** Changes the state of an offer; false if it is not in one of the `from` states. */
function changeState(
  db: Pick<Db, 'transaction'>,
  id: string,
  from: readonly PlatformOfferState[],
  to: PlatformOfferState,
) {
  return db.transaction(async (tx) => {
    const moved = await tx.sql<{ id: string }>`
      update sandbox_offers set state = ${to}, updated_at = now(),
             expires_at = case when ${to === 'expired'} then now() else expires_at end
      where id = ${id}::bigint and state = any(${from}::text[]) and expires_at > now() returning id::text`;
    if (moved.length > 0) await notifyChange(tx, id);
    return moved.length > 0;
  });
}

export const confirmOffer = (db: Pick<Db, 'transaction'>, id: string) => changeState(db, id, ['unconfirmed'], 'active');
export const cancelOffer = (db: Pick<Db, 'transaction'>, id: string) =>
  changeState(db, id, ['unconfirmed', 'active'], 'cancelled');
export const declineOffer = (db: Pick<Db, 'transaction'>, id: string) => changeState(db, id, ['active'], 'declined');
export const expireOffer = (db: Pick<Db, 'transaction'>, id: string) =>
  changeState(db, id, ['unconfirmed', 'active'], 'expired');

type Transfer = { readonly ids: readonly string[]; readonly to: string; readonly isProtected: boolean };

/** Transfers skins to another owner, under new asset ids; returns them in the order of the old ids. */
async function transfer(sql: Sql, { ids, to, isProtected }: Transfer): Promise<Moved> {
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

async function createTrade(sql: Sql, { partnerSteamId, give, take }: SandboxOffer): Promise<string> {
  if (troubleOf(partnerSteamId) === 'unguarded' && take.length > 0) {
    return addTrade(sql, { partnerSteamId, status: 'in_escrow', given: [], received: [], rollbackOf: null });
  }
  const given = await transfer(sql, { ids: give, to: partnerSteamId, isProtected: true });
  const received = await transfer(sql, { ids: take, to: BOT_STEAM_ID, isProtected: true });
  return addTrade(sql, { partnerSteamId, status: 'complete', given, received, rollbackOf: null });
}

/** Accepts an offer as its partner. Has an effect once. */
export function acceptOffer(db: Pick<Db, 'transaction'>, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.sql`select from sandbox_offers where id = ${id}::bigint for update`;
    const offer = await findOffer(tx.sql, id);
    if (offer?.state !== 'active') return;
    const areTradable =
      (await lockTradable(tx.sql, offer.give, BOT_STEAM_ID)) &&
      (await lockTradable(tx.sql, offer.take, offer.partnerSteamId));
    const tradeId = areTradable ? await createTrade(tx.sql, offer) : null;
    await tx.sql`
      update sandbox_offers set trade_id = ${tradeId}::bigint, updated_at = now(),
             state = coalesce((select case status when 'complete' then 'accepted' else 'in_escrow' end
                               from sandbox_trades where sandbox_trades.id = ${tradeId}::bigint), 'invalid_items')
      where id = ${id}::bigint`;
    await notifyChange(tx, id);
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

/** Reverses the trade of an offer as its partner, within the protection period. A second trade returns all skins. */
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
      given: await transfer(tx.sql, { ids: newIds(received), to: partnerSteamId, isProtected: false }),
      received: await transfer(tx.sql, { ids: newIds(given), to: BOT_STEAM_ID, isProtected: false }),
      rollbackOf: id,
    });
    await notifyChange(tx, offerId);
  });
}
