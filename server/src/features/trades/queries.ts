import type { UnsuccessfulState, TradeKind, TradeState } from '@karat/rules/trades';
import type { Sql } from '#db/db.ts';

/** An offer as the loop and the functions that change it read it. */
export type OfferRow = {
  readonly id: number;
  readonly kind: TradeKind;
  readonly playerId: number;
  readonly state: TradeState;
  readonly code: string;
  readonly steamId: string;
  readonly tradeToken: string;
  readonly amount: number;
  readonly inventoryId: number | null;
  readonly platformId: string | null;
  readonly tradeId: string | null;
  /** Why the offer is to be cancelled, until Steam has confirmed it. */
  readonly cancelReason: string | null;
  /** Failures since the last progress. Before it is sent: whether sending was tried at all. */
  readonly attempts: number;
  readonly isHoldOver: boolean;
  /** False if another check started since the offer was listed: its next check is then later. */
  readonly isDue: boolean;
  /** What currently bars the player from wagering, and whether the account is flagged. */
  readonly blockReason: string | null;
  readonly isFlagged: boolean;
  readonly reason: string | null;
  /** Time of creation or retry: a deposit counts against the limits of that day and week. */
  readonly countedAt: string;
  /** Time since creation, approval or retry. */
  readonly waitedMs: number;
};

/** Other changes to the offer wait for the end of the transaction. */
export async function lockOffer(sql: Sql, id: number): Promise<OfferRow | undefined> {
  // Locks in its own statement, because a combined read would see the state before the lock was granted. `no key update`: moving a
  // hold only references this row, under locks taken after this one, and must not wait.
  await sql`select from trade_offers where id = ${id} for no key update`;
  return selectOffer(sql, id);
}

export async function selectOffer(sql: Sql, id: number): Promise<OfferRow | undefined> {
  const [offer] = await sql<OfferRow>`
    select id, kind, player_id as "playerId", state, code, steam_id as "steamId", trade_token as "tradeToken", amount,
           inventory_id as "inventoryId", platform_id as "platformId", trade_id as "tradeId",
           cancel_reason as "cancelReason", attempts,
           coalesce(held_until <= clock_timestamp(), false) as "isHoldOver",
           coalesce(check_at <= clock_timestamp(), false) as "isDue", reason,
           coalesce((select max(created_at) from trade_offer_events where offer_id = trade_offers.id and event = 'retried'),
                    created_at) as "countedAt",
           (select block_reason from wager_eligibility where wager_eligibility.player_id = trade_offers.player_id) as "blockReason",
           exists (select from players where players.id = player_id and flagged_at is not null) as "isFlagged",
           extract(epoch from clock_timestamp() - coalesce((
             select max(created_at) from trade_offer_events
             where offer_id = trade_offers.id and event in ('approved', 'retried')), created_at))::float8 * 1000 as "waitedMs"
    from trade_offers where id = ${id}`;
  return offer;
}

/** Offers that are due for a check, the longest waiting first. */
export async function selectDueOffers(sql: Sql, limit: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select id from trade_offers where check_at <= clock_timestamp() order by check_at limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Sum of a player's withdrawals of 24 hours, open ones included. Call it under the lock of `lockOpenOffers`. */
export async function sumWithdrawn(sql: Sql, playerId: number): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select coalesce(sum(amount), 0)::int8 as total from trade_offers
    where player_id = ${playerId} and kind = 'withdrawal' and created_at > now() - interval '24 hours'
      and state in ('AWAITING_APPROVAL', 'CREATED', 'SENT', 'DELIVERED', 'FINAL')`;
  return row!.total;
}

export type NewOffer = {
  readonly kind: TradeKind;
  readonly playerId: number;
  readonly state: 'AWAITING_APPROVAL' | 'CREATED';
  readonly code: string;
  readonly steamId: string;
  readonly tradeToken: string;
  readonly amount: number;
  readonly inventoryId: number | null;
};

/** Inserts an offer. It is due immediately, unless it needs approval. */
export async function insertOffer(sql: Sql, offer: NewOffer): Promise<number> {
  const [inserted] = await sql<{ id: number }>`
    insert into trade_offers (kind, player_id, state, code, steam_id, trade_token, amount, inventory_id, check_at)
    values (${offer.kind}, ${offer.playerId}, ${offer.state}, ${offer.code}, ${offer.steamId}, ${offer.tradeToken},
            ${offer.amount}, ${offer.inventoryId},
            case when ${offer.state}::text = 'CREATED' then clock_timestamp() end)
    returning id`;
  return inserted!.id;
}

export type NewSkin = { readonly assetId: string | null; readonly itemId: number; readonly value: number };

/** Violates `trade_offer_skins_one_open` if another open offer has one of the skins. */
export async function insertSkins(sql: Sql, offerId: number, skins: readonly NewSkin[]): Promise<void> {
  await sql`
    insert into trade_offer_skins (offer_id, asset_id, item_id, value, position)
    select ${offerId}, asset_id, item_id, value, position
    from unnest(${skins.map(({ assetId }) => assetId)}::text[], ${skins.map(({ itemId }) => itemId)}::int8[],
                ${skins.map(({ value }) => value)}::int8[])
      with ordinality as skin (asset_id, item_id, value, position)`;
}

export async function insertEvent(
  sql: Sql,
  offerId: number,
  { event, details = {} }: { event: string; details?: Readonly<Record<string, string | number>> },
): Promise<void> {
  await sql`
    insert into trade_offer_events (offer_id, event, details) values (${offerId}, ${event}, ${JSON.stringify(details)}::jsonb)`;
}

export async function hasEvent(sql: Sql, offerId: number, event: string): Promise<boolean> {
  const rows = await sql`select from trade_offer_events where offer_id = ${offerId} and event = ${event} limit 1`;
  return rows.length > 0;
}

/** Counts the player's open offers; serializes the player's calls until the transaction ends. */
export async function lockOpenOffers(sql: Sql, playerId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('karat/offers', ${playerId}))`;
  const [row] = await sql<{ open: number }>`
    select count(*) as open from trade_offers
    where player_id = ${playerId} and state in ('AWAITING_APPROVAL', 'CREATED', 'SENT')`;
  return row!.open;
}

/** The skins of an offer with their Steam asset ids. */
export async function selectAssets(sql: Sql, offerId: number): Promise<{ assetId: string | null; name: string }[]> {
  return sql<{ assetId: string | null; name: string }>`
    select asset_id as "assetId", market_hash_name as name
    from trade_offer_skins join items on items.id = item_id where offer_id = ${offerId} order by position`;
}

/** Which of these assets are promised to an open offer. */
export async function selectPromisedAssets(sql: Sql, assetIds: readonly string[]): Promise<string[]> {
  const rows = await sql<{ assetId: string }>`
    select asset_id as "assetId" from trade_offer_skins where is_open and asset_id = any(${assetIds}::text[])`;
  return rows.map(({ assetId }) => assetId);
}

/** Marks the offer before it is sent: after a crash at this point the next leader asks Steam first. */
export async function updateAttempted(sql: Sql, offerId: number, assetId: string | null): Promise<void> {
  await sql`
    update trade_offers
    set attempts = attempts + 1, check_at = clock_timestamp() + interval '15 seconds', updated_at = clock_timestamp()
    where id = ${offerId}`;
  if (assetId !== null) await sql`update trade_offer_skins set asset_id = ${assetId} where offer_id = ${offerId}`;
}

export async function updateToSent(sql: Sql, offerId: number, platformId: string): Promise<void> {
  await sql`
    update trade_offers
    set state = 'SENT', platform_id = ${platformId}, attempts = 0, reason = null, check_at = clock_timestamp() + interval '2 seconds',
        updated_at = clock_timestamp()
    where id = ${offerId}`;
}

/** Postpones the next check with exponential backoff, up to five minutes. */
export async function postponeCheck(sql: Sql, offerId: number): Promise<void> {
  await sql`
    update trade_offers
    set attempts = attempts + 1, check_at = clock_timestamp() + least(power(2, least(attempts, 9)), 300) * interval '1 second'
    where id = ${offerId}`;
}

/** Schedules the next check; null for none. */
export async function updateNextCheck(sql: Sql, offerId: number, inMs: number | null): Promise<void> {
  await sql`
    update trade_offers
    set attempts = case when state = 'CREATED' then attempts else 0 end,
        check_at = clock_timestamp() + ${inMs}::float8 * interval '1 millisecond'
    where id = ${offerId}`;
}

/** Schedules the next check, at the latest for the end of the hold. */
export async function updateNextCheckWithinHold(sql: Sql, offerId: number, inMs: number): Promise<void> {
  await sql`
    update trade_offers
    set attempts = 0, check_at = least(held_until, clock_timestamp() + ${inMs}::float8 * interval '1 millisecond')
    where id = ${offerId}`;
}

export async function updateReason(sql: Sql, offerId: number, reason: string): Promise<void> {
  await sql`update trade_offers set reason = ${reason}, updated_at = clock_timestamp() where id = ${offerId}`;
}

/** Marks the offer as cancelled; the loop cancels it on Steam. */
export async function updateCancelReason(
  sql: Sql,
  offerId: number,
  { reason, actorId }: { reason: string; actorId: number | null },
): Promise<void> {
  await sql`
    update trade_offers
    set cancel_reason = ${reason}, cancelled_by = ${actorId}, check_at = clock_timestamp(), updated_at = clock_timestamp()
    where id = ${offerId} and cancel_reason is null`;
}

/** Schedules one more check if Steam may know the offer. */
export async function updateToClosed(
  sql: Sql,
  offerId: number,
  { state, reason }: { state: UnsuccessfulState; reason: string | null },
): Promise<void> {
  await sql`
    update trade_offers
    set state = ${state}, reason = ${reason}, updated_at = clock_timestamp(),
        check_at = case when attempts > 0 or platform_id is not null then clock_timestamp() + interval '15 minutes' end
    where id = ${offerId}`;
  await sql`update trade_offer_skins set is_open = false where offer_id = ${offerId}`;
}

export type MovedAsset = { readonly assetId: string; readonly newAssetId: string };

/** Records the trade and starts the hold. */
export async function updateToSettled(
  sql: Sql,
  offerId: number,
  settled: {
    state: 'HELD' | 'CREDITED' | 'DELIVERED';
    tradeId: string;
    holdMs: number;
    nextCheckMs: number;
    moved: readonly MovedAsset[];
  },
): Promise<void> {
  const { state, tradeId, holdMs, nextCheckMs, moved } = settled;
  await sql`
    update trade_offers
    set state = ${state}, trade_id = ${tradeId}, attempts = 0, reason = null, updated_at = clock_timestamp(),
        held_until = clock_timestamp() + ${holdMs}::float8 * interval '1 millisecond',
        check_at = clock_timestamp() + least(${holdMs}::float8, ${nextCheckMs}::float8) * interval '1 millisecond'
    where id = ${offerId}`;
  await sql`
    update trade_offer_skins set is_open = false, new_asset_id = moved.new_asset_id
    from trade_offer_skins as skin
    left join unnest(${moved.map(({ assetId }) => assetId)}::text[], ${moved.map(({ newAssetId }) => newAssetId)}::text[])
      as moved (asset_id, new_asset_id) on moved.asset_id = skin.asset_id
    where trade_offer_skins.offer_id = ${offerId} and skin.offer_id = ${offerId} and skin.position = trade_offer_skins.position`;
}

export async function updateToFinal(sql: Sql, offerId: number): Promise<void> {
  await sql`
    update trade_offers set state = 'FINAL', check_at = null, attempts = 0, updated_at = clock_timestamp() where id = ${offerId}`;
}

export async function updateToReversed(sql: Sql, offerId: number): Promise<void> {
  await sql`
    update trade_offers set state = 'REVERSED', check_at = null, updated_at = clock_timestamp() where id = ${offerId}`;
}

export async function updateApproved(sql: Sql, offerId: number, actorId: number): Promise<void> {
  await sql`
    update trade_offers
    set state = 'CREATED', approved_by = ${actorId}, check_at = clock_timestamp(), updated_at = clock_timestamp()
    where id = ${offerId}`;
}

/**
 * Resets a failed offer. Its skins are requested again or violate `trade_offer_skins_one_open`; a withdrawal takes any matching
 * skin that is now in stock.
 */
export async function updateRetried(sql: Sql, offerId: number): Promise<void> {
  await sql`
    update trade_offers
    set state = 'CREATED', reason = null, cancel_reason = null, cancelled_by = null,
        check_at = clock_timestamp(), updated_at = clock_timestamp()
    where id = ${offerId}`;
  await sql`
    update trade_offer_skins set is_open = true, asset_id = case when kind = 'deposit' then asset_id end
    from trade_offers where offer_id = ${offerId} and trade_offers.id = offer_id`;
}

/**
 * Reversals tend to come together: schedules checks of the player's held offers now and cancels the open ones. Skips locked
 * offers: the process that holds the lock checks them anyway, or the flag refuses them.
 */
export async function updateOthersOfFlagged(sql: Sql, playerId: number, cancelReason: string): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    with other as (
      select id, state in ('AWAITING_APPROVAL', 'CREATED', 'SENT') as is_open from trade_offers
      where player_id = ${playerId} and state in ('AWAITING_APPROVAL', 'CREATED', 'SENT', 'HELD', 'CREDITED', 'DELIVERED')
      for no key update skip locked
    )
    update trade_offers
    set check_at = clock_timestamp(),
        cancel_reason = case when is_open then coalesce(cancel_reason, ${cancelReason}) else cancel_reason end
    from other where trade_offers.id = other.id
    returning trade_offers.id`;
  return rows.map(({ id }) => id);
}
