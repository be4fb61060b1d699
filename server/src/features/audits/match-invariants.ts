import { roomFlip } from '@karat/rules/fairness';
import { eloChange, eloK } from '@karat/rules/rating';
import { potShares, type Team } from '@karat/rules/rooms';
import { sha256Hex } from '@karat/rules/sha256';
import type { Sql } from '#db/db.ts';
import type { Breach, Invariant, AuditRange } from './invariant.ts';

/** Takes a few milliseconds of computing per batch, because this process serves players meanwhile. */
const ROOMS_BATCH_MAX = 500;
const BREACHES_MAX = 100;

type WithId = { readonly id: number };

/** Checks rooms in batches and returns those that are wrong. */
async function findWrongRooms<Room extends WithId>(
  from: AuditRange,
  select: (after: number) => Promise<Room[]>,
  isCorrect: (room: Room) => boolean,
): Promise<Breach[]> {
  const wrong: Breach[] = [];
  for (let after = from.room; wrong.length < BREACHES_MAX;) {
    const rooms = await select(after);
    for (const room of rooms) if (!isCorrect(room)) wrong.push({ detail: `room ${room.id}` });
    if (rooms.length < ROOMS_BATCH_MAX) break;
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

type EndedRoom = WithId & {
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
    from rooms where rooms.id > ${after} and ended_at is not null order by rooms.id limit ${ROOMS_BATCH_MAX}`;

/** Recomputed by the function that shares pots. */
function isPotSharedCorrectly({ winner, isFinished, rake, seats }: EndedRoom): boolean {
  if (!isFinished) return winner === null && rake === 0;
  const winners = seats.filter(({ team }) => team === winner);
  if (winners.length === 0) return false;
  const pot = seats.reduce((sum, { stake }) => sum + stake, 0);
  const due = potShares(pot, winners.length);
  return rake === due.rake && seats.every(({ team, payout }) => payout === (team === winner ? due.each : 0));
}

/** Recomputed by the function that changes ratings. */
function isRatingCorrect({ winner, isFinished, meetings, seats }: EndedRoom): boolean {
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

type CoinToss = WithId & {
  readonly seed: string;
  readonly seedHash: string;
  readonly entropies: readonly string[] | null;
  readonly startingSide: 'ct' | 't' | null;
};

const selectCoinTosses =
  (sql: Sql) =>
  (after: number): Promise<CoinToss[]> =>
    sql<CoinToss>`
    select id, seed, seed_hash as "seedHash", entropies, starting_side as "startingSide"
    from rooms where id > ${after} and seed is not null order by id limit ${ROOMS_BATCH_MAX}`;

/** Recomputed by the module that players verify with. A room that ended before its match had no coin toss. */
function isCoinTossCorrect({ id, seed, seedHash, entropies, startingSide }: CoinToss): boolean {
  if (sha256Hex(seed) !== seedHash) return false;
  if (entropies === null) return startingSide === null;
  const flip = roomFlip({ serverSeed: seed, roomId: String(id), entropies, n: 0 });
  return startingSide === (flip === 0 ? 'ct' : 't');
}

/** Invariants of matches, recomputed by the rules. */
export const matchInvariants: readonly Invariant[] = [
  {
    name: 'I21',
    statement: 'every pot was shared by the rule: winners equally, the rake to the house',
    rowKind: 'rooms',
    findBreaches: (sql, from) => findWrongRooms(from, selectEnded(sql), isPotSharedCorrectly),
  },
  {
    name: 'E1',
    statement: 'every finished match moved ratings by the rule, and no other room moved any',
    rowKind: 'rooms',
    findBreaches: (sql, from) => findWrongRooms(from, selectEnded(sql), isRatingCorrect),
  },
  {
    name: 'F3',
    statement: 'every room’s coin was committed to, and fell as its seed says',
    rowKind: 'rooms',
    findBreaches: (sql, from) => findWrongRooms(from, selectCoinTosses(sql), isCoinTossCorrect),
  },
];
