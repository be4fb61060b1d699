import type { Sql } from '#db/db.ts';
import { actionsPerMinute, isWarmUp } from '#features/residents/pace.ts';

export type WaitingSeat = {
  readonly playerId: number;
  readonly isResident: boolean;
  readonly isSandbox: boolean;
  readonly isReady: boolean;
  readonly sinceMs: number;
};
export type WaitingRoom = {
  readonly id: number;
  readonly ticketPrice: number;
  readonly playerCount: '1v1' | '2v2';
  readonly sinceMs: number;
  /** Its seats are reserved for the players of an earlier match. */
  readonly isRematch: boolean;
  readonly seats: readonly WaitingSeat[];
};
/** A recent chat message of a person. */
export type PersonMessage = { readonly id: number; readonly message: string };

/** What residents base their decisions on. All of it is public on the site's pages. */
export type Situation = {
  readonly people: number;
  readonly isWarmUp: boolean;
  readonly actionsPerMinute: number;
  readonly isHalted: boolean;
  /** How often sandbox players have opened cases, counted up to three. */
  readonly openings: number;
  /** Open listings and buy orders of sandbox players. */
  readonly listings: number;
  readonly buyOrders: number;
  /** Residents with items that they can sell or list. */
  readonly ownerIds: readonly number[];
  /** Residents with a seat in a room that is not over. */
  readonly seatedIds: readonly number[];
  /** The round that takes bets; null between rounds. */
  readonly round: { readonly id: number; readonly closesInMs: number; readonly bets: number } | null;
  readonly rooms: readonly WaitingRoom[];
  /** Time since a resident wrote; null if none ever did. */
  readonly sinceResidentMessageMs: number | null;
  /** Messages of residents, counted up to four. */
  readonly residentMessages: number;
  /** People who wrote in the last two minutes. */
  readonly peopleTalking: number;
  /** Messages of people in the last minute. */
  readonly messages: readonly PersonMessage[];
};

type Facts = Omit<Situation, 'people' | 'isWarmUp' | 'actionsPerMinute' | 'rooms' | 'messages'> & {
  readonly sinceFirstStartMs: number;
};

async function selectFacts(sql: Sql): Promise<Facts> {
  const [facts] = await sql<Facts>`
    select (extract(epoch from clock_timestamp() - first_started_at) * 1000)::float8 as "sinceFirstStartMs",
      exists (select from ledger_halts where ended_at is null)
        or exists (select from switches where name = 'site' and not is_on) as "isHalted",
      (select count(*)::int4 from (
        select from players join openings on openings.player_id = players.id
        where is_sandbox and request_key is not null limit 3) as opened) as openings,
      (select count(*)::int4 from players join listings on seller_id = players.id
       where is_sandbox and listings.state = 'OPEN') as listings,
      (select count(*)::int4 from players join buy_orders on buy_orders.player_id = players.id
       where is_sandbox and buy_orders.state = 'OPEN') as "buyOrders",
      array(select player_id from residents where exists (
        select from inventory where inventory.player_id = residents.player_id and state = 'OWNED')) as "ownerIds",
      array(select player_id from residents join room_seats using (player_id) where is_active) as "seatedIds",
      (select jsonb_build_object(
         'id', round.id, 'closesInMs', extract(epoch from closes_at - clock_timestamp()) * 1000,
         'bets', (select count(*) from roulette_bets join players on players.id = player_id
                  where round_id = round.id and is_sandbox))
       from (select * from roulette_rounds order by id desc limit 1) as round where state = 'BETTING') as round,
      (select (extract(epoch from clock_timestamp() - max(newest.created_at)) * 1000)::float8
       from residents cross join lateral (
         select created_at from chat_messages where chat_messages.player_id = residents.player_id order by id desc limit 1
       ) as newest) as "sinceResidentMessageMs",
      (select count(*)::int4 from (
        select from residents join chat_messages using (player_id) limit 4) as written) as "residentMessages",
      (select count(distinct player_id)::int4
       from (select player_id, created_at from chat_messages where deleted_at is null order by id desc limit 50) as latest
       join players on players.id = player_id
       where not is_sandbox and latest.created_at > clock_timestamp() - interval '2 minutes') as "peopleTalking"
    from site_mode`;
  return facts!;
}

function selectPersonMessages(sql: Sql): Promise<PersonMessage[]> {
  return sql<PersonMessage>`
    select latest.id, message
    from (select * from chat_messages where deleted_at is null order by id desc limit 50) as latest
    join players on players.id = player_id
    where not is_sandbox and latest.created_at > clock_timestamp() - interval '1 minute' order by latest.id`;
}

function selectWaitingRooms(sql: Sql): Promise<WaitingRoom[]> {
  return sql<WaitingRoom>`
    select rooms.id, ticket_price as "ticketPrice", player_count as "playerCount",
           (extract(epoch from clock_timestamp() - rooms.created_at) * 1000)::float8 as "sinceMs",
           rematch_of is not null as "isRematch",
           jsonb_agg(jsonb_build_object(
             'playerId', seat.player_id, 'isReady', is_ready, 'isSandbox', is_sandbox,
             'isResident', exists (select from residents where residents.player_id = seat.player_id),
             'sinceMs', extract(epoch from clock_timestamp() - taken_at) * 1000)) as seats
    from rooms join room_seats as seat on seat.room_id = rooms.id and left_at is null
    join players on players.id = seat.player_id
    where rooms.state = 'WAITING' group by rooms.id order by rooms.id desc limit 50`;
}

export async function readSituation(sql: Sql, { people }: { people: number }): Promise<Situation> {
  const [{ sinceFirstStartMs, ...facts }, rooms, messages] = await Promise.all([
    selectFacts(sql),
    selectWaitingRooms(sql),
    selectPersonMessages(sql),
  ]);
  const { openings } = facts;
  return {
    ...facts,
    people,
    rooms,
    messages,
    isWarmUp: isWarmUp({ sinceFirstStartMs, openings }),
    actionsPerMinute: actionsPerMinute({ people, sinceFirstStartMs, openings }),
  };
}
