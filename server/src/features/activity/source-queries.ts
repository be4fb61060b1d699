import type { Activity, ActivityKind, ActivityOf, ActivitySource } from '@karat/contract/activity';
import type { Sql } from '#db/db.ts';

/** The part of a source that a page may show: a time span, before a position. All ends are exclusive. */
export type Slice = {
  readonly playerId: number;
  readonly since: string;
  readonly until: string;
  /** Rows with smaller ids are too old. Only for tables that are divided by month. */
  readonly firstId: number;
  /** The position: rows before this id, and of equal ids or where ids do not follow the time, before this moment in microseconds. */
  readonly beforeId: number;
  readonly beforeAt: number;
  readonly limit: number;
};

/** A row with its time in microseconds. */
export type Timed<Row extends Activity = Activity> = Row & { readonly at: number };

/** Reads the newest rows of a slice from one table, by an index of the player. */
export type Source<Name extends ActivitySource = ActivitySource> = (
  sql: Sql,
  slice: Slice,
) => Promise<Timed<ActivityOf<Name>>[]>;

// Row comparisons, so that PostgreSQL uses the player's index: by id alone it may read the rows of all players.

const selectOpenings: Source<'opening'> = (sql, { playerId, since, until, firstId, beforeId, limit }) =>
  sql<Timed<ActivityOf<'opening'>>>`
    select 'opening' as source, page.id, page.created_at as "createdAt", (extract(epoch from page.created_at) * 1000000)::int8 as at,
           case_versions.name as "caseName", case_versions.price, market_hash_name as item, inventory.quick_sell_price as value
    from (
      select id, version_id, item_id, created_at from openings
      where (player_id, id) >= (${playerId}, ${firstId}) and (player_id, id) < (${playerId}, ${beforeId})
        and created_at >= ${since} and created_at < ${until}
      order by player_id desc, id desc limit ${limit}
    ) as page
    join case_versions on case_versions.id = version_id
    join items on items.id = page.item_id
    join inventory on inventory.id = page.id
    order by page.id desc`;

const selectBets: Source<'bet'> = (sql, { playerId, since, until, firstId, beforeId, limit }) =>
  sql<Timed<ActivityOf<'bet'>>>`
    select 'bet' as source, page.id, page.created_at as "createdAt", (extract(epoch from page.created_at) * 1000000)::int8 as at,
           round_id as "roundId", player_bet as color, page.amount, round.state = 'REFUNDED' as "isRefunded",
           case round.state when 'SETTLED' then case when player_bet = winner_color then page.amount * payout_factor else 0 end
                            when 'REFUNDED' then 0 end as "winAmount"
    from (
      select id, round_id, player_bet, amount, payout_factor, created_at from roulette_bets
      where (player_id, id) >= (${playerId}, ${firstId}) and (player_id, id) < (${playerId}, ${beforeId})
        and created_at >= ${since} and created_at < ${until}
      order by player_id desc, id desc limit ${limit}
    ) as page
    join roulette_rounds as round on round.id = round_id
    order by page.id desc`;

const selectDuels: Source<'duel'> = (sql, { playerId, since, until, beforeId, beforeAt, limit }) =>
  sql<Timed<ActivityOf<'duel'>>>`
    select 'duel' as source, page.id, taken_at as "createdAt", (extract(epoch from taken_at) * 1000000)::int8 as at,
           room_id as "roomId", map, stake, rooms.state, case when refund.id is not null then stake else payout end as returned
    from (
      select id, room_id, stake, payout, taken_at from room_seats
      where player_id = ${playerId} and taken_at >= ${since} and taken_at < ${until}
        and (taken_at, id) < (timestamptz 'epoch' + ${beforeAt}::int8 * interval '1 microsecond', ${beforeId})
      order by taken_at desc, id desc limit ${limit}
    ) as page
    join rooms on rooms.id = room_id
    left join ledger as refund on refund.type = 'ROOM_REFUND' and refund.reference = 'refund:seat:' || page.id
    order by taken_at desc, page.id desc`;

const selectListings: Source<'listing'> = (sql, { playerId, since, until, beforeId, limit }) =>
  sql<Timed<ActivityOf<'listing'>>>`
    select 'listing' as source, listings.id, listings.created_at as "createdAt",
           (extract(epoch from listings.created_at) * 1000000)::int8 as at, item_id as "itemId", market_hash_name as item,
           listings.price, fee, state
    from listings join items on items.id = item_id
    where (seller_id, listings.id) >= (${playerId}, 0) and (seller_id, listings.id) < (${playerId}, ${beforeId})
      and listings.created_at >= ${since} and listings.created_at < ${until}
    order by seller_id desc, listings.id desc limit ${limit}`;

const selectPurchases: Source<'purchase'> = (sql, { playerId, since, until, beforeId, beforeAt, limit }) =>
  sql<Timed<ActivityOf<'purchase'>>>`
    select 'purchase' as source, listings.id, closed_at as "createdAt", (extract(epoch from closed_at) * 1000000)::int8 as at,
           item_id as "itemId", market_hash_name as item, listings.price, seller_id as "sellerId"
    from listings join items on items.id = item_id
    where buyer_id = ${playerId} and closed_at >= ${since} and closed_at < ${until}
      and (closed_at, listings.id) < (timestamptz 'epoch' + ${beforeAt}::int8 * interval '1 microsecond', ${beforeId})
    order by closed_at desc, listings.id desc limit ${limit}`;

const selectBuyOrders: Source<'buyOrder'> = (sql, { playerId, since, until, beforeId, limit }) =>
  sql<Timed<ActivityOf<'buyOrder'>>>`
    select 'buyOrder' as source, buy_orders.id, buy_orders.created_at as "createdAt",
           (extract(epoch from buy_orders.created_at) * 1000000)::int8 as at, item_id as "itemId", market_hash_name as item,
           buy_orders.price, state
    from buy_orders join items on items.id = item_id
    where (player_id, buy_orders.id) >= (${playerId}, 0) and (player_id, buy_orders.id) < (${playerId}, ${beforeId})
      and buy_orders.created_at >= ${since} and buy_orders.created_at < ${until}
    order by player_id desc, buy_orders.id desc limit ${limit}`;

const selectTrades: Source<'trade'> = (sql, { playerId, since, until, beforeId, limit }) =>
  sql<Timed<ActivityOf<'trade'>>>`
    select 'trade' as source, id, created_at as "createdAt", (extract(epoch from created_at) * 1000000)::int8 as at,
           kind as "tradeKind", amount, state
    from trade_offers
    where (player_id, id) >= (${playerId}, 0) and (player_id, id) < (${playerId}, ${beforeId})
      and created_at >= ${since} and created_at < ${until}
    order by player_id desc, id desc limit ${limit}`;

/** A player completes each mission once in a period, so these are few. */
const selectMissions: Source<'mission'> = (sql, { playerId, since, until, beforeId, beforeAt, limit }) =>
  sql<Timed<ActivityOf<'mission'>>>`
    select 'mission' as source, mission_id as id, completed_at as "createdAt", (extract(epoch from completed_at) * 1000000)::int8 as at,
           title, done.reward, claimed_at is not null as "isClaimed"
    from mission_completions as done join missions on missions.id = mission_id
    where player_id = ${playerId} and completed_at >= ${since} and completed_at < ${until}
      and (completed_at, mission_id) < (timestamptz 'epoch' + ${beforeAt}::int8 * interval '1 microsecond', ${beforeId})
    order by completed_at desc, mission_id desc limit ${limit}`;

const selectSignIns: Source<'signIn'> = (sql, { playerId, since, until, beforeId, limit }) =>
  sql<Timed<ActivityOf<'signIn'>>>`
    select 'signIn' as source, id, created_at as "createdAt", (extract(epoch from created_at) * 1000000)::int8 as at,
           by_steam as "bySteam", device, address
    from sign_ins
    where (player_id, id) >= (${playerId}, 0) and (player_id, id) < (${playerId}, ${beforeId})
      and created_at >= ${since} and created_at < ${until}
    order by player_id desc, id desc limit ${limit}`;

const selectAccountEvents: Source<'account'> = (sql, { playerId, since, until, beforeId, limit }) =>
  sql<Timed<ActivityOf<'account'>>>`
    select 'account' as source, id, created_at as "createdAt", (extract(epoch from created_at) * 1000000)::int8 as at, event
    from site_events
    where player_id is not null and (player_id, id) >= (${playerId}, 0) and (player_id, id) < (${playerId}, ${beforeId})
      and event like 'account.%' and event <> 'account.staff-sign-in' and created_at >= ${since} and created_at < ${until}
    order by player_id desc, id desc limit ${limit}`;

const selectLimits: Source<'limit'> = (sql, { playerId, since, until, beforeId, limit }) =>
  sql<Timed<ActivityOf<'limit'>>>`
    select 'limit' as source, id, created_at as "createdAt", (extract(epoch from created_at) * 1000000)::int8 as at, event, details
    from site_events
    where player_id is not null and (player_id, id) >= (${playerId}, 0) and (player_id, id) < (${playerId}, ${beforeId})
      and event like 'safer-play.%' and created_at >= ${since} and created_at < ${until}
    order by player_id desc, id desc limit ${limit}`;

/** A player has few tickets. Their index begins with the player, and continues with the last change. */
const selectTickets: Source<'ticket'> = (sql, { playerId, since, until, beforeId, limit }) =>
  sql<Timed<ActivityOf<'ticket'>>>`
    select 'ticket' as source, id, created_at as "createdAt", (extract(epoch from created_at) * 1000000)::int8 as at,
           title, is_open as "isOpen"
    from tickets
    where player_id = ${playerId} and id + 0 < ${beforeId} and created_at >= ${since} and created_at < ${until}
    order by id + 0 desc limit ${limit}`;

const selectNotes: Source<'note'> = (sql, { playerId, since, until, beforeId, limit }) =>
  sql<Timed<ActivityOf<'note'>>>`
    select 'note' as source, player_notes.id, player_notes.created_at as "createdAt",
           (extract(epoch from player_notes.created_at) * 1000000)::int8 as at, text, username as author
    from player_notes join players on players.id = author_id
    where (player_id, player_notes.id) >= (${playerId}, 0) and (player_id, player_notes.id) < (${playerId}, ${beforeId})
      and player_notes.created_at >= ${since} and player_notes.created_at < ${until}
    order by player_id desc, player_notes.id desc limit ${limit}`;

/** Without notes, which are rows of their own. */
const selectStaffActions: Source<'staff'> = (sql, { playerId, since, until, beforeId, limit }) =>
  sql<Timed<ActivityOf<'staff'>>>`
    select 'staff' as source, page.id, page.created_at as "createdAt", (extract(epoch from page.created_at) * 1000000)::int8 as at,
           action, reason, (after ->> 'balance')::int8 - (before ->> 'balance')::int8 as amount,
           case when players.id is not null then jsonb_build_object('id', players.id, 'username', username) end as actor
    from (
      select * from staff_actions
      where (subject, id) >= ('player:' || ${playerId}::int8, 0) and (subject, id) < ('player:' || ${playerId}::int8, ${beforeId})
        and action <> 'account.note' and created_at >= ${since} and created_at < ${until}
      order by subject desc, id desc limit ${limit}
    ) as page
    left join players on players.id = actor_id
    order by page.id desc`;

/** Every source. Of rows with the same time, those of an earlier source come first. */
export const SOURCES: { readonly [Name in ActivitySource]: Source<Name> } = {
  opening: selectOpenings,
  bet: selectBets,
  duel: selectDuels,
  listing: selectListings,
  purchase: selectPurchases,
  buyOrder: selectBuyOrders,
  trade: selectTrades,
  mission: selectMissions,
  signIn: selectSignIns,
  account: selectAccountEvents,
  limit: selectLimits,
  ticket: selectTickets,
  note: selectNotes,
  staff: selectStaffActions,
};

/** The sources of each kind. */
export const SOURCES_OF_KIND: Readonly<Record<ActivityKind, readonly ActivitySource[]>> = {
  openings: ['opening'],
  bets: ['bet'],
  duels: ['duel'],
  market: ['listing', 'purchase', 'buyOrder'],
  trades: ['trade'],
  missions: ['mission'],
  account: ['signIn', 'account'],
  limits: ['limit'],
  tickets: ['ticket'],
  notes: ['note'],
  staff: ['staff'],
};

export type IdRange = { readonly firstId: number; readonly endId: number };
export type IdRanges = { readonly openings: IdRange; readonly bets: IdRange };

/** The ids of a player's openings and bets in a time span, with a margin for rows of concurrent transactions. */
export async function selectIdRanges(
  sql: Sql,
  { playerId, since, until }: Pick<Slice, 'playerId' | 'since' | 'until'>,
): Promise<IdRanges> {
  const [row] = await sql<IdRanges>`
    select jsonb_build_object(
             'firstId', first_id_since('openings', ${playerId}, ${since}),
             'endId', first_id_since('openings', ${playerId}, ${until}::timestamptz + interval '2 minutes')) as openings,
           jsonb_build_object(
             'firstId', first_id_since('roulette_bets', ${playerId}, ${since}),
             'endId', first_id_since('roulette_bets', ${playerId}, ${until}::timestamptz + interval '2 minutes')) as bets`;
  return row!;
}

export async function selectNow(sql: Sql): Promise<string> {
  const [row] = await sql<{ now: string }>`select now() + interval '1 millisecond' as now`;
  return row!.now;
}
