import { getMe, type Me } from '@karat/contract/accounts';
import type { Endpoint, Reply } from '@karat/contract/endpoint';
import { getUserInventory, type OwnedItem } from '@karat/contract/inventory';
import { type BuyOrder, getMyBuyOrders, getMyListings, type OwnListing } from '@karat/contract/market';
import type { Pagination } from '@karat/contract/pagination';
import { getGameRoom, type Room } from '@karat/contract/rooms';
import { getRound, type ProvenRound } from '@karat/contract/roulette';
import { getLimits, type PlayLimit } from '@karat/contract/safer-play';
import { getTickets } from '@karat/contract/tickets';
import { getTradeOffers, type TradeOffer } from '@karat/contract/trades';
import type { CallResult } from '#sandbox/player-actions/calls.ts';
import type { Client } from './client.ts';
import type { Person } from './people.ts';

const PAGE = 100;

/** Results that depend on others, as the player sees them at the end. */
export type Outcomes = {
  readonly me: Me;
  readonly owned: readonly OwnedItem[];
  readonly listings: readonly OwnListing[];
  readonly orders: readonly BuyOrder[];
  readonly offers: readonly TradeOffer[];
  readonly limits: readonly PlayLimit[];
  readonly ticketIds: ReadonlySet<number>;
};

function replyOf<E extends Endpoint>(answer: CallResult<E>): Reply<E> {
  if (!answer.isDone) throw new Error(`a call failed at the end of the week: ${answer.code}`);
  return answer.reply;
}

/** All pages of a list. */
async function readAll<Row>(
  page: (query: { page: string; limit: string }) => Promise<{ data: Row[]; pagination: Pagination }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let number = 1; ; number++) {
    const { data, pagination } = await page({ page: String(number), limit: String(PAGE) });
    rows.push(...data);
    if (data.length < PAGE || rows.length >= pagination.totalResults) return rows;
  }
}

export async function readOutcomes(client: Client, person: Person): Promise<Outcomes> {
  const { data: me } = replyOf(await client.call(person, getMe, { query: {} }));
  const limits = await client.call(person, getLimits, undefined, { mayBeMissing: true });
  const { tickets } = replyOf(await client.call(person, getTickets));
  return {
    me: me!,
    owned: await readAll(async (query) => {
      const { data, pagination } = replyOf(await client.call(person, getUserInventory, { query }));
      return { data: data as OwnedItem[], pagination };
    }),
    listings: await readAll(async (query) =>
      replyOf(await client.call(person, getMyListings, { query: { ...query, view: 'closed' } })),
    ),
    orders: await readAll(async (query) =>
      replyOf(await client.call(person, getMyBuyOrders, { query: { ...query, view: 'closed' } })),
    ),
    offers: await readAll(async (query) => replyOf(await client.call(person, getTradeOffers, { query }))),
    limits: limits.isDone ? limits.reply.data.limits : [],
    ticketIds: new Set(tickets.map(({ id }) => id)),
  };
}

/** Public data of the rounds and rooms in which these people took part. */
export async function readGames(client: Client, people: readonly Person[]) {
  const reader = people[0]!;
  const rounds = new Map<number, ProvenRound>();
  for (const id of new Set(people.flatMap(({ record }) => record.bets.map(({ roundId }) => roundId)))) {
    rounds.set(id, replyOf(await client.call(reader, getRound, { params: { id: String(id) } })).data);
  }
  const rooms = new Map<number, Room>();
  for (const id of new Set(people.flatMap(({ record }) => [...record.entries.keys()]))) {
    rooms.set(id, replyOf(await client.call(reader, getGameRoom, { params: { roomId: String(id) } })));
  }
  return { rounds, rooms };
}

export type Games = Awaited<ReturnType<typeof readGames>>;
