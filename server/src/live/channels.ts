import type { FromServer, FromServerName } from '@karat/contract/live';
import type { Caller } from '#deps.ts';
import type { Io, RawSocket } from './connections.ts';
import type { Live } from './port.ts';

const ADMINS = 'admins';
const LAGGING = 'lagging';

/** Events that the next one of the same name replaces: a tab that lags behind is spared them. */
const REPLACED: ReadonlySet<FromServerName> = new Set(['ONLINE_COUNT', 'ONLINE_USERS']);

// Made here alone and never from what a client sends, so that nobody can ask a way into somebody else's.
function channelOf(playerId: number): string {
  return `player:${playerId}`;
}

/** Puts a socket where what is meant for its player will reach it. */
export function joinChannels(raw: RawSocket, { id, role }: Caller): void {
  void raw.join(role === 'admin' ? [channelOf(id), ADMINS] : channelOf(id));
}

export function markLagging(raw: RawSocket, isLagging: boolean): void {
  void (isLagging ? raw.join(LAGGING) : raw.leave(LAGGING));
}

const ROOM = /^room:(\d+)$/;
const roomChannel = (roomId: number): string => `room:${roomId}`;

export function joinRoomChannel(raw: RawSocket, roomId: number): void {
  void raw.join(roomChannel(roomId));
}

export function leaveRoomChannel(raw: RawSocket, roomId: number): void {
  void raw.leave(roomChannel(roomId));
}

export function createChannels(io: Io): Omit<Live, 'renew'> {
  function send(channels: string[], name: FromServerName, sent: FromServer[FromServerName]): void {
    const spared = REPLACED.has(name) ? [LAGGING] : [];
    io.to(channels).except(spared).emit(name, sent);
  }

  return {
    toPlayer: (playerId, name, sent) => send([channelOf(playerId)], name, sent),
    toAdmins: (name, sent) => send([ADMINS], name, sent),
    toAll: (name, sent) => send([], name, sent),
    toRoom: (roomId, name, sent) => send([roomChannel(roomId)], name, sent),
    roomsWatched: () =>
      [...io.sockets.adapter.rooms.keys()].flatMap((name) => Number(ROOM.exec(name)?.[1] ?? []) || []),
    watchersOf: (roomId) => io.sockets.adapter.rooms.get(roomChannel(roomId))?.size ?? 0,
  };
}
