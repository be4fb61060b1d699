import { Refusal } from '@karat/contract/refusal';
import { seatsTotal } from '@karat/rules/rooms';
import { selectFreeOpponents } from './match-queries.ts';
import { selectSeats } from './queries.ts';
import { joinLockedRoom, lockWaitingRoom, applyReadiness, type RoomDeps } from './seats.ts';
import { publishRoomChange } from './live-updates.ts';

/** About the length of a sandbox match. */
const BUSY_SECONDS = 60;

/** Not an outage: the site works, only the opponents are busy. */
const allBusy = (): Refusal =>
  new Refusal('too_many', 'All sandbox players are busy. Please try again.', { retryAfterSeconds: BUSY_SECONDS });

/** Fills the free seats of a room with opponents, who are ready immediately. Only for players seated in it. */
export function addOpponents(deps: RoomDeps, roomId: number, playerId: number): Promise<void> {
  if (deps.env.platform !== 'sandbox') throw new Refusal('not_found', 'This site has no sandbox.');
  return deps.db.transaction(async (tx) => {
    const room = await lockWaitingRoom(tx, roomId);
    const seats = await selectSeats(tx.sql, roomId);
    if (!seats.some((seat) => seat.playerId === playerId)) throw new Refusal('not_seated', 'Take a seat first.');
    const freeSeats = seatsTotal(room.playerCount) - seats.length;
    if (freeSeats === 0) throw new Refusal('room_full', 'There is no free seat.');
    const opponents = await selectFreeOpponents(tx.sql, { count: freeSeats, balance: room.ticketPrice });
    if (opponents.length < freeSeats) throw allBusy();
    for (const opponentId of opponents) {
      const joiner = { playerId: opponentId, country: undefined };
      await joinLockedRoom(tx, deps, room, { ...joiner, team: undefined });
      await applyReadiness(tx, deps, room, { ...joiner, isReady: true, entropy: '' });
    }
    await publishRoomChange(tx, roomId);
  });
}
