import type { SearchHit } from '@karat/contract/search';
import type { Sql } from '#db/db.ts';

/** Whether a part of a name can be found by an index; a server without the extension pg_trgm has none. */
export async function hasPartialNames(sql: Sql): Promise<boolean> {
  const [row] = await sql<{
    isThere: boolean;
  }>`select to_regclass('public.players_partial_names') is not null as "isThere"`;
  return row!.isThere;
}

/** Rows of each index that are looked at, at most. */
const MATCHES_MAX = 100;

export type PlayerSearch = {
  readonly nameKey: string;
  readonly emailKey: string;
  /** The keys with the wildcards of `like` escaped; null if only the start of names is searched. */
  readonly namePart: string | null;
  readonly emailPart: string | null;
  readonly text: string;
  readonly limit: number;
};

/** Players by a part of name or e-mail, or by id or Steam id: equal names first, then those that begin so, then shorter ones. */
export function selectPlayers(sql: Sql, search: PlayerSearch): Promise<SearchHit[]> {
  const { nameKey, emailKey, namePart, emailPart, text, limit } = search;
  return sql<SearchHit>`
    with found as (
      (select find_players as id from find_players(${nameKey}, ${emailKey}, ${text}) limit ${MATCHES_MAX})
      union
      (select id from players where ${namePart}::text is not null and username_key like '%' || ${namePart} || '%' limit ${MATCHES_MAX})
      union
      (select id from players where ${emailPart}::text is not null and email_key like '%' || ${emailPart} || '%' limit ${MATCHES_MAX})
    )
    select 'player' as kind, id, coalesce(email, '') as title, state,
           jsonb_build_object('id', id, 'username', username, 'isSandbox', is_sandbox) as player
    from players join found using (id)
    order by username_key = ${nameKey} desc, steam_id is not distinct from ${text} desc, id::text = ${text} desc,
             starts_with(username_key, ${nameKey}) desc, length(username_key), username_key
    limit ${limit}`;
}

type ById = (sql: Sql, id: number) => Promise<SearchHit[]>;

export const selectOpening: ById = (sql, id) => sql<SearchHit>`
  select 'opening' as kind, openings.id, case_versions.name || ': ' || market_hash_name as title, null as state,
         jsonb_build_object('id', players.id, 'username', username, 'isSandbox', is_sandbox) as player
  from openings join case_versions on case_versions.id = version_id join items on items.id = openings.item_id
  join players on players.id = openings.player_id
  where openings.id = ${id}`;

export const selectRound: ById = (sql, id) => sql<SearchHit>`
  select 'round' as kind, id, coalesce(winner_number::text, '') as title, state, null as player
  from roulette_rounds where id = ${id}`;

export const selectRoundOfBet: ById = (sql, id) => sql<SearchHit>`
  select 'round' as kind, round.id, player_bet || ' ' || bet.amount as title, round.state,
         jsonb_build_object('id', players.id, 'username', username, 'isSandbox', is_sandbox) as player
  from roulette_bets as bet join roulette_rounds as round on round.id = round_id
  join players on players.id = bet.player_id
  where bet.id = ${id}`;

export const selectRoom: ById = (sql, id) => sql<SearchHit>`
  select 'room' as kind, rooms.id, map as title, rooms.state,
         jsonb_build_object('id', players.id, 'username', username, 'isSandbox', is_sandbox) as player
  from rooms join players on players.id = owner_id where rooms.id = ${id}`;

export const selectRoomOfSeat: ById = (sql, id) => sql<SearchHit>`
  select 'room' as kind, rooms.id, map as title, rooms.state,
         jsonb_build_object('id', players.id, 'username', username, 'isSandbox', is_sandbox) as player
  from room_seats join rooms on rooms.id = room_id join players on players.id = room_seats.player_id
  where room_seats.id = ${id}`;

export const selectListing: ById = (sql, id) => sql<SearchHit>`
  select 'listing' as kind, listings.id, market_hash_name as title, listings.state,
         jsonb_build_object('id', players.id, 'username', username, 'isSandbox', is_sandbox) as player
  from listings join items on items.id = item_id join players on players.id = seller_id where listings.id = ${id}`;

export const selectTicket: ById = (sql, id) => sql<SearchHit>`
  select 'ticket' as kind, tickets.id, title, case when is_open then 'OPEN' else 'CLOSED' end as state,
         jsonb_build_object('id', players.id, 'username', username, 'isSandbox', is_sandbox) as player
  from tickets join players on players.id = player_id where tickets.id = ${id}`;

export const selectTransaction: ById = (sql, id) => sql<SearchHit>`
  select 'transaction' as kind, line.id, line.amount::text as title, type as state,
         jsonb_build_object('id', players.id, 'username', username, 'isSandbox', is_sandbox) as player
  from ledger as line join players on players.id = line.player_id where line.id = ${id}`;

export const selectTrade: ById = (sql, id) => sql<SearchHit>`
  select 'trade' as kind, trade_offers.id, kind || ' ' || code as title, trade_offers.state,
         jsonb_build_object('id', players.id, 'username', username, 'isSandbox', is_sandbox) as player
  from trade_offers join players on players.id = player_id where trade_offers.id = ${id}`;
