import { roomFlip } from '@karat/rules/fairness';
import { eloChange, eloK } from '@karat/rules/rating';
import { potShares, type Team } from '@karat/rules/rooms';
import { sha256Hex } from '@karat/rules/sha256';
import type { Sql } from '#db/db.ts';
import type { Breach, Invariant, Range } from './invariant.ts';

/** Takes a few milliseconds of computing per batch, because this process serves players meanwhile. */
const ROOMS_AT_ONCE_MAX = 500;
const BREACHES_MAX = 100;

type Numbered = { readonly id: number };

/** Checks rooms in batches and returns those that are wrong. */
async function lookInTurn<Room extends Numbered>(
  from: Range,
  select: (after: number) => Promise<Room[]>,
  isRight: (room: Room) => boolean,
): Promise<Breach[]> {
  const wrong: Breach[] = [];
  for (let after = from.room; wrong.length < BREACHES_MAX;) {
    const rooms = await select(after);
    for (const room of rooms) if (!isRight(room)) wrong.push({ detail: `room ${room.id}` });
    if (rooms.length < ROOMS_AT_ONCE_MAX) break;
    after = rooms.at(-1)!.id;
  }
  return wrong.slice(0, BREACHES_MAX);
}

type EndedSeat = {
  readonly team: Team;
  readonly stake: number;
  readonly payout: number | null;
  readonly eloBefore: number | null;
  readonly eloAfter: number | null;
};

type EndedRoom = Numbered & {
  /** Null if no team won. */
  readonly winner: Team | null;
  readonly isFinished: boolean;
  readonly meetings: number;
  /** The rake that the house got. */
  readonly rake: number;
  readonly seats: readonly EndedSeat[];
};

const selectEnded =
  (sql: Sql) =>
  (after: number): Promise<EndedRoom[]> =>
    sql<EndedRoom>`
    select rooms.id, winner, meetings, state = 'MATCH_FINISHED' as "isFinished", coalesce((
             select amount from ledger where type = 'ROOM_WIN' and reference = 'rake:room:' || rooms.id), 0) as rake,
           coalesce((
             select json_agg(json_build_object('team', team, 'stake', stake, 'payout', payout, 'eloBefore', elo_before,
                                               'eloAfter', elo_after))
             from room_seats where room_id = rooms.id and left_at is null), '[]') as seats
    from rooms where rooms.id > ${after} and ended_at is not null order by rooms.id limit ${ROOMS_AT_ONCE_MAX}`;

/** Recomputed by the function that shares pots. */
function isSharedRight({ winner, isFinished, rake, seats }: EndedRoom): boolean {
  if (!isFinished) return winner === null && rake === 0;
  const winners = seats.filter(({ team }) => team === winner);
  if (winners.length === 0) return false;
  const pot = seats.reduce((sum, { stake }) => sum + stake, 0);
  const due = potShares(pot, winners.length);
  return rake === due.rake && seats.every(({ team, payout }) => payout === (team === winner ? due.each : 0));
}

/** Recomputed by the function that changes ratings. */
function isRatedRight({ winner, isFinished, meetings, seats }: EndedRoom): boolean {
  if (!isFinished) return seats.every(({ eloBefore, eloAfter }) => eloBefore === null && eloAfter === null);
  const rated = seats.flatMap(({ team, eloBefore, eloAfter }) =>
    eloBefore === null || eloAfter === null ? [] : [{ team, eloBefore, change: eloAfter - eloBefore }],
  );
  if (rated.length < seats.length) return false;
  const ratings = (isWinner: boolean) =>
    rated.filter(({ team }) => (team === winner) === isWinner).map(({ eloBefore }) => eloBefore);
  const due = eloChange(ratings(true), ratings(false), eloK(meetings));
  return rated.every(({ team, change }) => change === (team === winner ? due : -due));
}

type Coin = Numbered & {
  readonly seed: string;
  readonly seedHash: string;
  readonly entropies: readonly string[] | null;
  readonly startingSide: 'ct' | 't' | null;
};

const selectCoins =
  (sql: Sql) =>
  (after: number): Promise<Coin[]> =>
    sql<Coin>`
    select id, seed, seed_hash as "seedHash", entropies, starting_side as "startingSide"
    from rooms where id > ${after} and seed is not null order by id limit ${ROOMS_AT_ONCE_MAX}`;

/** Recomputed by the module that players verify with. A room that ended before its match had no coin toss. */
function isThrownRight({ id, seed, seedHash, entropies, startingSide }: Coin): boolean {
  if (sha256Hex(seed) !== seedHash) return false;
  if (entropies === null) return startingSide === null;
  const flip = roomFlip({ serverSeed: seed, roomId: String(id), entropies, n: 0 });
  return startingSide === (flip === 0 ? 'ct' : 't');
}

/** Invariants of matches, recomputed by the rules. */
export const matchInvariants: readonly Invariant[] = [
  {
    name: 'I21',
    says: 'every pot was shared by the rule: winners equally, the rake to the house',
    of: 'rooms',
    look: (sql, from) => lookInTurn(from, selectEnded(sql), isSharedRight),
  },
  {
    name: 'E1',
    says: 'every finished match moved ratings by the rule, and no other room moved any',
    of: 'rooms',
    look: (sql, from) => lookInTurn(from, selectEnded(sql), isRatedRight),
  },
  {
    name: 'F3',
    says: 'every room’s coin was committed to, and fell as its seed says',
    of: 'rooms',
    look: (sql, from) => lookInTurn(from, selectCoins(sql), isThrownRight),
  },
];
