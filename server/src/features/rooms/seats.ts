import { randomBytes } from 'node:crypto';
import { Refusal } from '@karat/contract/refusal';
import {
  type Location,
  type PlayerCount,
  READY_UP_MS,
  type RoomMap,
  seatsPerTeam,
  seatsTotal,
  type Team,
  TEAMS,
} from '@karat/rules/rooms';
import { sha256Hex } from '@karat/rules/sha256';
import type { Tx } from '#db/db.ts';
import { isUniqueViolation } from '#db/errors.ts';
import type { Deps } from '#deps.ts';
import { assertMayPlay } from '#features/eligibility/eligibility.ts';
import { assertNotFlagged } from '#features/holds/holds.ts';
import { pushToPlayers } from '#features/notifications/notifications.ts';
import { roomEscrow } from './money.ts';
import { publishMatchChange, publishRoomChange } from './live-updates.ts';
import {
  insertEvents,
  insertRoom,
  insertSeat,
  lockRoom,
  replaceReadyEvent,
  type RoomRow,
  type SeatRow,
  selectActiveRoom,
  selectSeatOf,
  selectSeats,
  selectSteamId,
  updateDeadline,
  updateLeft,
  updateOwner,
  updateReady,
} from './queries.ts';
import { startMatch, voidRoom } from './transitions.ts';

export type RoomDeps = Pick<Deps, 'db' | 'live' | 'env' | 'seal' | 'log'>;

const SEED_BYTES = 32;

export type Joiner = { readonly playerId: number; readonly country: string | undefined };

/** Locks a room that waits for players; refuses any other. */
export async function lockWaitingRoom(tx: Tx, roomId: number): Promise<RoomRow> {
  const room = await lockRoom(tx.sql, roomId);
  if (room === undefined) throw new Refusal('not_found', 'Room not found.');
  if (room.state === 'MATCH_FINISHED' || room.state === 'MATCH_CANCELLED') {
    throw new Refusal('room_over', 'This room is closed.');
  }
  if (room.state !== 'WAITING') throw new Refusal('room_started', 'The match has already started.');
  return room;
}

function freeSeat(
  room: RoomRow,
  seats: readonly SeatRow[],
  requestedTeam: Team | undefined,
): { team: Team; position: number } {
  for (const team of requestedTeam === undefined ? TEAMS : [requestedTeam]) {
    for (let position = 1; position <= seatsPerTeam(room.playerCount); position++) {
      if (!seats.some((seat) => seat.team === team && seat.position === position)) return { team, position };
    }
  }
  throw new Refusal('room_full', 'There is no free seat.');
}

/** The seat that a player had in the match that a room repeats. A substitute may have taken it. */
async function reservedSeat(
  tx: Tx,
  { rematchOf, seats }: { rematchOf: number; seats: readonly SeatRow[] },
  playerId: number,
): Promise<{ team: Team; position: number }> {
  const own = await selectSeatOf(tx.sql, { roomId: rematchOf, playerId });
  if (own === undefined) throw new Refusal('room_full', 'The free seats are reserved for the rematch.');
  const isTaken = seats.some(({ team, position }) => team === own.team && position === own.position);
  if (isTaken) throw new Refusal('room_full', 'There is no free seat.');
  return own;
}

/** Gives the player the seat and takes the entry fee. The room is locked. */
export async function takeSeat(
  tx: Tx,
  deps: RoomDeps,
  room: Pick<RoomRow, 'id' | 'ticketPrice'>,
  seat: Joiner & { team: Team; position: number },
): Promise<number> {
  const { playerId, country, team, position } = seat;
  if ((await selectSteamId(tx.sql, playerId)) === null) {
    throw new Refusal('steam_required', 'Link your Steam account to take a seat.');
  }
  const seatId = await insertSeat(tx.sql, { roomId: room.id, playerId, team, position, stake: room.ticketPrice }).catch(
    (error: unknown) => {
      if (isUniqueViolation(error, 'room_seats_one_active'))
        throw new Refusal('already_in_room', 'You are already in a room.');
      throw error;
    },
  );
  await roomEscrow.payEntry(tx, deps, {
    holderId: room.id,
    stakeId: seatId,
    playerId,
    amount: room.ticketPrice,
    country,
  });
  await assertNotFlagged(tx.sql, playerId);
  const paid = room.ticketPrice > 0 ? [{ event: 'stake_locked', playerId, details: { amount: room.ticketPrice } }] : [];
  await insertEvents(tx.sql, room.id, [{ event: 'seat_taken', playerId, details: { team } }, ...paid]);
  return seatId;
}

export type NewRoom = {
  readonly map: RoomMap;
  readonly playerCount: PlayerCount;
  readonly location: Location;
  readonly ticketPrice: number;
};

/** Opens a room with its creator in the first seat. Closes the creator's previous room if no other player sits in it. */
export async function createRoom(tx: Tx, deps: RoomDeps, creator: Joiner, settings: NewRoom): Promise<number> {
  await closeEmptyRoom(tx, deps, creator.playerId);
  const id = await openRoom(tx, deps, { ...settings, ownerId: creator.playerId, rematchOf: null });
  await takeSeat(tx, deps, { id, ticketPrice: settings.ticketPrice }, { ...creator, team: 'team1', position: 1 });
  await publishRoomChange(tx, id);
  return id;
}

/** Adds a room without players. */
export async function openRoom(
  tx: Tx,
  deps: RoomDeps,
  room: NewRoom & { readonly ownerId: number; readonly rematchOf: number | null },
): Promise<number> {
  const seed = randomBytes(SEED_BYTES).toString('hex');
  const id = await insertRoom(tx.sql, { ...room, seedHash: sha256Hex(seed), sealedSeed: deps.seal.close(seed) });
  await insertEvents(tx.sql, id, [{ event: 'created', playerId: room.ownerId }]);
  return id;
}

/** Closes the player's waiting room if no other player sits in it, so that they can take a seat elsewhere. */
export async function closeEmptyRoom(tx: Tx, deps: RoomDeps, playerId: number): Promise<void> {
  const active = await selectActiveRoom(tx.sql, playerId);
  if (active === undefined || active.isShared) return;
  const room = await lockRoom(tx.sql, active.roomId);
  const seats = await selectSeats(tx.sql, active.roomId);
  // If another player has joined in the meantime, taking the next seat is refused.
  if (room?.state === 'WAITING' && seats.length === 1) await voidRoom(tx, deps, { room, seats, reason: 'replaced' });
}

/** Takes a free seat of the team, or of any. A full room gets a deadline for getting ready. */
export async function joinRoom(
  tx: Tx,
  deps: RoomDeps,
  roomId: number,
  joiner: Joiner & { team: Team | undefined },
): Promise<void> {
  const room = await lockWaitingRoom(tx, roomId);
  await joinLockedRoom(tx, deps, room, joiner);
  await publishRoomChange(tx, roomId);
}

/** Joins a room that is locked and waits for players. */
export async function joinLockedRoom(
  tx: Tx,
  deps: RoomDeps,
  room: RoomRow,
  joiner: Joiner & { team: Team | undefined },
): Promise<void> {
  const seats = await selectSeats(tx.sql, room.id);
  if (seats.some(({ playerId }) => playerId === joiner.playerId)) return;
  const seat =
    room.rematchOf === null
      ? freeSeat(room, seats, joiner.team)
      : await reservedSeat(tx, { rematchOf: room.rematchOf, seats }, joiner.playerId);
  await takeSeat(tx, deps, room, { ...joiner, ...seat });
  if (room.rematchOf !== null) await publishMatchChange(tx, room.rematchOf);
  if (seats.length + 1 < seatsTotal(room.playerCount)) return;
  await updateDeadline(tx.sql, room.id, READY_UP_MS);
  const playerIds = seats.filter(({ isReady }) => !isReady).map(({ playerId }) => playerId);
  const content = { key: 'room.full', parameters: { roomId: room.id } } as const;
  await pushToPlayers(tx, { playerIds, tag: `room-${room.id}` }, content);
}

/**
 * Removes players from a waiting room. Ownership passes to the player who has sat longest; an empty room is voided, and so is a
 * rematch without people, because no other player can join it.
 */
export async function removePlayers(
  tx: Tx,
  deps: RoomDeps,
  {
    room,
    seats,
    leaving,
    reason,
  }: { room: RoomRow; seats: readonly SeatRow[]; leaving: readonly SeatRow[]; reason: string },
): Promise<void> {
  const staying = seats.filter((seat) => !leaving.includes(seat));
  const isAbandoned = room.rematchOf !== null && staying.every(({ isSandbox }) => isSandbox);
  if (staying.length === 0 || isAbandoned) return voidRoom(tx, deps, { room, seats, reason });
  await updateLeft(
    tx.sql,
    leaving.map(({ id }) => id),
  );
  await roomEscrow.refund(tx, deps, { holderId: room.id, stakes: leaving });
  await updateDeadline(tx.sql, room.id, null);
  if (!staying.some(({ playerId }) => playerId === room.ownerId)) {
    const [newOwner] = staying.toSorted((a, b) => a.id - b.id);
    await updateOwner(tx.sql, room.id, newOwner!.playerId);
  }
  await insertEvents(
    tx.sql,
    room.id,
    leaving.flatMap(({ playerId, stake }) => [
      { event: 'seat_left', playerId, details: { reason } },
      ...(stake > 0 ? [{ event: 'stake_returned', playerId, details: { amount: stake } }] : []),
    ]),
  );
  if (room.rematchOf !== null) await publishMatchChange(tx, room.rematchOf);
}

/** Leaves a room before the match starts. Does nothing for a player without a seat. */
export async function leaveRoom(
  tx: Tx,
  deps: RoomDeps,
  { roomId, playerId }: { roomId: number; playerId: number },
): Promise<void> {
  const room = await lockWaitingRoom(tx, roomId);
  const seats = await selectSeats(tx.sql, roomId);
  const leaving = seats.filter((seat) => seat.playerId === playerId);
  if (leaving.length === 0) return;
  await removePlayers(tx, deps, { room, seats, leaving, reason: 'left' });
  await publishRoomChange(tx, roomId);
}

/** Leaves the player's current room, unless its match has started. */
export async function leaveWaitingRoom(tx: Tx, deps: RoomDeps, playerId: number): Promise<void> {
  const active = await selectActiveRoom(tx.sql, playerId);
  const room = active && (await lockRoom(tx.sql, active.roomId));
  if (room?.state === 'WAITING') await leaveRoom(tx, deps, { roomId: room.id, playerId });
}

type Readiness = Joiner & { readonly isReady: boolean; readonly entropy: string };

/** Sets a player's readiness; the last player to get ready starts the match. The room is locked and waits. */
export async function applyReadiness(
  tx: Tx,
  deps: RoomDeps,
  room: RoomRow,
  { playerId, isReady, entropy }: Readiness,
): Promise<void> {
  const seats = await selectSeats(tx.sql, room.id);
  const ownSeat = seats.find((seat) => seat.playerId === playerId);
  if (ownSeat === undefined) throw new Refusal('not_seated', 'Take a seat first.');
  if (ownSeat.isReady !== isReady) {
    await updateReady(tx.sql, ownSeat.id, { isReady, entropy });
    await replaceReadyEvent(tx.sql, room.id, { playerId, isReady });
  }
  const now = seats.map((seat) => (seat === ownSeat ? { ...seat, isReady, entropy } : seat));
  const areAllReady = now.length === seatsTotal(room.playerCount) && now.every((seat) => seat.isReady);
  if (areAllReady) await startMatch(tx, deps, { room, seats: now });
}

/** Sets the player's readiness. In a room without an entry fee, a player without a seat takes one. */
export async function setReady(tx: Tx, deps: RoomDeps, roomId: number, readiness: Readiness): Promise<void> {
  const room = await lockWaitingRoom(tx, roomId);
  const { playerId, country } = readiness;
  if (readiness.isReady) await assertMayPlay(tx.sql, deps, { playerId, country });
  if (room.ticketPrice === 0) await joinLockedRoom(tx, deps, room, { playerId, country, team: undefined });
  await applyReadiness(tx, deps, room, readiness);
  await publishRoomChange(tx, roomId);
}
