import { Refusal } from '@karat/contract/refusal';
import { isActive, READY_UP_MS, seatsTotal, type Team } from '@karat/rules/rooms';
import type { Tx } from '#db/db.ts';
import { publishMatchChange, publishRoomChange } from './live-updates.ts';
import { selectFreeAmong } from './match-queries.ts';
import { lockRoom, type RoomRow, type SeatRow, selectRematch, selectSeats, updateDeadline } from './queries.ts';
import { findOpponents } from './sandbox-opponents.ts';
import {
  applyReadiness,
  closeEmptyRoom,
  joinLockedRoom,
  type Joiner,
  lockWaitingRoom,
  openRoom,
  type RoomDeps,
  takeSeat,
} from './seats.ts';

type JoinedRematch = { readonly roomId: number; readonly isFull: boolean };

/** Locks a finished match and returns it with its seats; refuses if the player did not play in it. */
async function lockPlayedMatch(
  tx: Tx,
  roomId: number,
  playerId: number,
): Promise<{ room: RoomRow; seats: readonly SeatRow[] }> {
  const room = await lockRoom(tx.sql, roomId);
  if (room === undefined) throw new Refusal('not_found', 'Room not found.');
  if (isActive(room.state)) throw new Refusal('room_started', 'A rematch is possible after the match.');
  if (room.state === 'MATCH_CANCELLED') throw new Refusal('room_over', 'This match was not played.');
  const seats = await selectSeats(tx.sql, roomId);
  if (!seats.some((seat) => seat.playerId === playerId)) {
    throw new Refusal('not_seated', 'You did not play in this match.');
  }
  return { room, seats };
}

/**
 * Takes the player's seat in the rematch of a finished match. The first player opens its room; the lock on the finished room makes
 * a second player, who asks at the same time, join it.
 */
export async function joinRematch(tx: Tx, deps: RoomDeps, roomId: number, joiner: Joiner): Promise<JoinedRematch> {
  const { room, seats } = await lockPlayedMatch(tx, roomId, joiner.playerId);
  const rematchId = await selectRematch(tx.sql, roomId);
  if (rematchId === undefined) return openRematch(tx, deps, { room, seats }, joiner);
  const seated = await selectSeats(tx.sql, rematchId);
  const isFull = (count: number): boolean => count >= seatsTotal(room.playerCount);
  if (seated.some(({ playerId }) => playerId === joiner.playerId)) {
    return { roomId: rematchId, isFull: isFull(seated.length) };
  }
  await closeEmptyRoom(tx, deps, joiner.playerId);
  await joinLockedRoom(tx, deps, await lockWaitingRoom(tx, rematchId), { ...joiner, team: undefined });
  await publishRoomChange(tx, rematchId);
  return { roomId: rematchId, isFull: isFull(seated.length + 1) };
}

type RematchSeat = { readonly playerId: number; readonly team: Team; readonly position: number };

/** The sandbox players of a match in their seats. Those who are busy or cannot pay are replaced. */
async function sandboxSeats(
  tx: Tx,
  { env }: RoomDeps,
  { room, seats }: { room: RoomRow; seats: readonly SeatRow[] },
): Promise<RematchSeat[]> {
  const programs = env.platform === 'sandbox' ? seats.filter(({ isSandbox }) => isSandbox) : [];
  if (programs.length === 0) return [];
  const ids = programs.map(({ playerId }) => playerId);
  const free = new Set(await selectFreeAmong(tx.sql, { ids, balance: room.ticketPrice }));
  const missing = programs.filter(({ playerId }) => !free.has(playerId)).length;
  const substitutes = await findOpponents(tx, { room, seats, count: missing, except: ids });
  return programs.map(({ playerId, team, position }) => ({
    playerId: free.has(playerId) ? playerId : substitutes.shift()!,
    team,
    position,
  }));
}

async function openRematch(
  tx: Tx,
  deps: RoomDeps,
  match: { room: RoomRow; seats: readonly SeatRow[] },
  joiner: Joiner,
): Promise<JoinedRematch> {
  const { room: played, seats: playedSeats } = match;
  if (played.isRematchOver) throw new Refusal('room_over', 'It is too late for a rematch. Create a new room.');
  await closeEmptyRoom(tx, deps, joiner.playerId);
  const { map, playerCount, location, ticketPrice } = played;
  const settings = { map, playerCount, location, ticketPrice };
  const id = await openRoom(tx, deps, { ...settings, ownerId: joiner.playerId, rematchOf: played.id });
  const own = playedSeats.find(({ playerId }) => playerId === joiner.playerId)!;
  const programs = await sandboxSeats(tx, deps, match);
  // Wallets are locked by rising player id.
  const taken = [own, ...programs].toSorted((a, b) => a.playerId - b.playerId);
  for (const { playerId, team, position } of taken) {
    const country = playerId === joiner.playerId ? joiner.country : undefined;
    await takeSeat(tx, deps, { id, ticketPrice }, { playerId, country, team, position });
  }
  const isFull = taken.length === seatsTotal(playerCount);
  if (isFull) await updateDeadline(tx.sql, id, READY_UP_MS);
  const room = await lockWaitingRoom(tx, id);
  for (const { playerId } of programs) {
    await applyReadiness(tx, deps, room, { playerId, country: undefined, isReady: true, entropy: '' });
  }
  await publishMatchChange(tx, played.id);
  await publishRoomChange(tx, id);
  return { roomId: id, isFull };
}
