import { Refusal } from '@karat/contract/refusal';
import { seatsTotal } from '@karat/rules/rooms';
import { randomInt } from 'node:crypto';
import type { Tx } from '#db/db.ts';
import { selectFreeOpponents, updateFarRating } from './match-queries.ts';
import { type RoomRow, type SeatRow, selectSeats } from './queries.ts';
import { joinLockedRoom, lockWaitingRoom, applyReadiness, type RoomDeps } from './seats.ts';
import { publishRoomChange } from './live-updates.ts';

/** About the length of a sandbox match. */
const BUSY_SECONDS = 60;
/** Opponents whose rating differs by at most this are taken as they are. */
const RATING_RANGE = 100;
/** An opponent gets a rating within this of the players' if its own is too far away. */
const NEW_RATING_RANGE = 60;

/** Not an outage: the site works, only the opponents are busy. */
const allBusy = (): Refusal =>
  new Refusal('too_many', 'All sandbox players are busy. Please try again.', { retryAfterSeconds: BUSY_SECONDS });

const average = (values: readonly number[]): number =>
  Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);

type OpponentSearch = {
  readonly room: Pick<RoomRow, 'ticketPrice'>;
  /** Those who play against them, at least one. */
  readonly seats: readonly SeatRow[];
  readonly count: number;
  /** Opponents that are already chosen. */
  readonly except?: readonly number[];
};

/** Finds free opponents who can pay and are about as good as the people in the seats. Refuses if there are too few. */
export async function findOpponents(tx: Tx, { room, seats, count, except = [] }: OpponentSearch): Promise<number[]> {
  if (count === 0) return [];
  const people = seats.filter(({ isSandbox }) => !isSandbox);
  const rating = average((people.length > 0 ? people : seats).map(({ elo }) => elo));
  const criteria = { count, balance: room.ticketPrice, rating, ratingRange: RATING_RANGE, except };
  const opponents = await selectFreeOpponents(tx.sql, criteria);
  if (opponents.length < count) throw allBusy();
  for (const opponentId of opponents) {
    const newRating = Math.max(0, rating + randomInt(-NEW_RATING_RANGE, NEW_RATING_RANGE + 1));
    await updateFarRating(tx.sql, opponentId, { rating, newRating, ratingRange: RATING_RANGE });
  }
  return opponents;
}

/** Fills the free seats of a room with opponents, who are ready immediately. Only for players seated in it. */
export function addOpponents(deps: RoomDeps, roomId: number, playerId: number): Promise<void> {
  if (deps.env.platform !== 'sandbox') throw new Refusal('not_found', 'This site has no sandbox.');
  return deps.db.transaction(async (tx) => {
    const room = await lockWaitingRoom(tx, roomId);
    const seats = await selectSeats(tx.sql, roomId);
    if (!seats.some((seat) => seat.playerId === playerId)) throw new Refusal('not_seated', 'Take a seat first.');
    const freeSeats = seatsTotal(room.playerCount) - seats.length;
    if (freeSeats === 0) throw new Refusal('room_full', 'There is no free seat.');
    if (room.rematchOf !== null) throw new Refusal('room_full', 'The free seats are reserved for the rematch.');
    for (const opponentId of await findOpponents(tx, { room, seats, count: freeSeats })) {
      const joiner = { playerId: opponentId, country: undefined };
      await joinLockedRoom(tx, deps, room, { ...joiner, team: undefined });
      await applyReadiness(tx, deps, room, { ...joiner, isReady: true, entropy: '' });
    }
    await publishRoomChange(tx, roomId);
  });
}
