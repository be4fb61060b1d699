import { DUELS_MIN, type LinkEvidence, NETWORK_ACCOUNTS_MAX } from '@karat/contract/links';
import type { LinkedAccount } from '@karat/contract/links';
import type { Sql } from '#db/db.ts';

/** Another account, and what links it. */
export type Link = LinkEvidence & { readonly playerId: number };

const LINKS_MAX = 50;
/** Only the newest sign-ins and duels of a player are compared. */
const COMPARED_MAX = 500;

/** Other accounts that traded with a Steam account of this player. */
export function selectSteamLinks(sql: Sql, playerId: number): Promise<Link[]> {
  return sql<Link>`
    with own as (
      select steam_id from trade_offers where player_id = ${playerId} and steam_id <> ''
      union select steam_id from players where id = ${playerId} and steam_id is not null
    )
    select 'steam' as kind, player_id as "playerId", count(distinct steam_id) as count, null as amount, max(at) as "lastAt"
    from (
      select steam_id, player_id, updated_at as at from trade_offers join own using (steam_id)
      union all
      select steam_id, id, created_at from players join own using (steam_id)
    ) as used
    where player_id <> ${playerId}
    group by player_id order by max(at) desc limit ${LINKS_MAX}`;
}

/** Other accounts that signed in with a browser of this player. */
export function selectDeviceLinks(sql: Sql, playerId: number): Promise<Link[]> {
  return sql<Link>`
    with own as (
      select device_hash from known_devices where player_id = ${playerId}
      union select device_hash from (
        select device_hash from sign_ins where player_id = ${playerId} and device_hash is not null order by id desc limit ${COMPARED_MAX}
      ) as newest
    )
    select 'device' as kind, player_id as "playerId", count(distinct device_hash) as count, null as amount, max(at) as "lastAt"
    from (
      select device_hash, player_id, last_used_at as at from known_devices join own using (device_hash)
      union all
      select device_hash, player_id, created_at from sign_ins join own using (device_hash)
    ) as used
    where player_id <> ${playerId}
    group by player_id order by max(at) desc limit ${LINKS_MAX}`;
}

/** Other accounts that signed in from a network of this player, without networks of very many accounts. */
export function selectNetworkLinks(sql: Sql, playerId: number): Promise<Link[]> {
  return sql<Link>`
    with own as (
      select distinct network from (
        select network from sign_ins where player_id = ${playerId} order by id desc limit ${COMPARED_MAX}
      ) as newest
    ), private as (
      select network from own where (
        select count(*) from (
          select distinct player_id from sign_ins where sign_ins.network = own.network limit ${NETWORK_ACCOUNTS_MAX + 1}
        ) as accounts) <= ${NETWORK_ACCOUNTS_MAX}
    )
    select 'network' as kind, player_id as "playerId", count(distinct network) as count, null as amount,
           max(created_at) as "lastAt"
    from sign_ins join private using (network)
    where player_id <> ${playerId}
    group by player_id order by max(created_at) desc limit ${LINKS_MAX}`;
}

/** Other accounts that hold diamonds of this player's deposits, or whose deposits this player holds. */
export function selectDepositLinks(sql: Sql, playerId: number): Promise<Link[]> {
  return sql<Link>`
    select 'deposit' as kind, other.player_id as "playerId", count(distinct offer_id) as count,
           sum(case when other.from_id is null then own.amount else other.amount end)::int8 as amount,
           max(greatest(own.created_at, other.created_at)) as "lastAt"
    from holds as own join holds as other using (offer_id)
    where own.player_id = ${playerId} and other.player_id <> ${playerId} and (own.from_id is null or other.from_id is null)
    group by other.player_id order by max(other.created_at) desc limit ${LINKS_MAX}`;
}

/** Partners of sales below half or above twice the price of the catalogue. */
export function selectSaleLinks(sql: Sql, playerId: number): Promise<Link[]> {
  return sql<Link>`
    select 'sale' as kind, partner as "playerId", count(*) as count, sum(abs(paid - items.price))::int8 as amount,
           max(closed_at) as "lastAt"
    from (
      select buyer_id as partner, item_id, price as paid, closed_at from listings
      where seller_id = ${playerId} and state = 'SOLD'
      union all
      select seller_id, item_id, price, closed_at from listings where buyer_id = ${playerId}
    ) as sale join items on items.id = item_id
    where paid * 2 < items.price or paid > items.price * 2
    group by partner order by amount desc limit ${LINKS_MAX}`;
}

/** Opponents in several of the player's newest duels. */
export function selectDuelLinks(sql: Sql, playerId: number): Promise<Link[]> {
  return sql<Link>`
    with own as (
      select room_id, team, stake from room_seats where player_id = ${playerId} order by taken_at desc limit ${COMPARED_MAX}
    )
    select 'duel' as kind, player_id as "playerId", count(*) as count, sum(own.stake)::int8 as amount, max(ended_at) as "lastAt"
    from own join room_seats as seat using (room_id) join rooms on rooms.id = room_id
    where player_id <> ${playerId} and seat.team <> own.team and rooms.state = 'MATCH_FINISHED' and seat.payout is not null
    group by player_id having count(*) >= ${DUELS_MIN} order by count(*) desc limit ${LINKS_MAX}`;
}

export function selectAccounts(sql: Sql, ids: readonly number[]): Promise<Omit<LinkedAccount, 'evidence'>[]> {
  return sql<Omit<LinkedAccount, 'evidence'>>`
    select id, username, is_sandbox as "isSandbox", state from players where id = any(${ids}::int8[])`;
}
