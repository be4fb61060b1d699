import { Refusal } from '@karat/contract/refusal';
import { stateAfter } from '@karat/rules/rooms';
import type { Deps } from '#deps.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import { publishChatChange } from './live-updates.ts';
import { lockRoom, selectSeats } from './queries.ts';
import type { RoomDeps } from './seats.ts';
import { voidRoom } from './transitions.ts';
import { markMessageDeleted } from './chat-queries.ts';

/** Voids an active room in any state and refunds every stake. */
export function voidByStaff(
  deps: RoomDeps,
  roomId: number,
  { actorId, reason }: { actorId: number; reason: string },
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const room = await lockRoom(tx.sql, roomId);
    if (room === undefined) throw new Refusal('not_found', 'Room not found.');
    if (stateAfter(room.state, 'void') === undefined) throw new Refusal('room_over', 'This room is closed.');
    const seats = await selectSeats(tx.sql, roomId);
    await voidRoom(tx, deps, { room, seats, reason: 'staff', reasonText: reason });
    await recordStaffAction(tx, { actorId, action: 'room.void', subject: `room:${roomId}`, reason });
  });
}

/** Deletes a message from a room's chat. Its text is kept in the staff log as evidence. */
export function deleteRoomMessage(
  { db }: Pick<Deps, 'db'>,
  { id, actorId }: { id: number; actorId: number },
): Promise<void> {
  return db.transaction(async (tx) => {
    const found = await markMessageDeleted(tx.sql, id, actorId);
    if (found === undefined) throw new Refusal('not_found', 'Message not found.');
    if (!found.isNew) return;
    const { roomId, playerId, message } = found;
    await publishChatChange(tx, { roomId, id });
    const before = { roomId, playerId, message };
    await recordStaffAction(tx, { actorId, action: 'chat.delete', subject: `room-message:${id}`, before });
  });
}
