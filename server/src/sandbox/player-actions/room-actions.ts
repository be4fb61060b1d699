import { createGameRoom, joinGameRoom, leaveGameRoom, setReadyState } from '@karat/contract/rooms';
import type { CallInput } from '@karat/contract/endpoint';
import type { Calls, ProgramPlayer } from './calls.ts';

const ENTROPY_DIGITS = 32;

export type RoomSettings = CallInput<typeof createGameRoom>['body'];

/** Opens a room and takes its first seat; returns its id. */
export async function openRoom(calls: Calls, player: ProgramPlayer, body: RoomSettings): Promise<number | undefined> {
  const created = await calls.call(player, createGameRoom, { body }, { key: player.newKey() });
  return created.isDone ? created.reply.roomId : undefined;
}

export async function joinRoom(calls: Calls, player: ProgramPlayer, roomId: number): Promise<boolean> {
  const input = { params: { roomId: String(roomId) }, body: {} };
  return (await calls.call(player, joinGameRoom, input, { key: player.newKey() })).isDone;
}

export async function leaveRoom(calls: Calls, player: ProgramPlayer, roomId: number): Promise<boolean> {
  const input = { params: { roomId: String(roomId) } };
  return (await calls.call(player, leaveGameRoom, input, { key: player.newKey() })).isDone;
}

export async function setReady(
  calls: Calls,
  player: ProgramPlayer,
  { roomId, isReady }: { roomId: number; isReady: boolean },
): Promise<boolean> {
  const body = isReady ? { ready: true, entropy: player.random.hex(ENTROPY_DIGITS) } : { ready: false };
  const input = { params: { roomId: String(roomId) }, body };
  return (await calls.call(player, setReadyState, input, { key: player.newKey() })).isDone;
}
