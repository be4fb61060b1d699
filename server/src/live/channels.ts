import type { FromServer, FromServerName } from '@karat/contract/live';
import type { Caller } from '#deps.ts';
import type { Io, RawSocket } from './connections.ts';
import type { Live, Broadcaster } from './port.ts';
import type { Viewers } from './viewers.ts';

const ADMINS = 'admins';
const LAGGING = 'lagging';

/** Events that the next one of the same name replaces. Lagging sockets do not get them. */
const REPLACED: ReadonlySet<FromServerName> = new Set(['ONLINE_COUNT', 'ONLINE_USERS']);

// Never derived from client input, so that a client cannot join another player's channel.
function channelOf(playerId: number): string {
  return `player:${playerId}`;
}

/** Subscribes a socket to the events for its player, and for staff if the player is an admin. */
export function joinChannels(raw: RawSocket, { id, role }: Caller): void {
  void raw.join(role === 'admin' ? [channelOf(id), ADMINS] : channelOf(id));
}

export function markLagging(raw: RawSocket, isLagging: boolean): void {
  void (isLagging ? raw.join(LAGGING) : raw.leave(LAGGING));
}

const ROOM = /^room:(\d+)$/;
const roomChannel = (roomId: number): string => `room:${roomId}`;

function roomOf(channel: string): number | undefined {
  const id = ROOM.exec(channel)?.[1];
  return id === undefined ? undefined : Number(id);
}

export function joinRoomChannel(raw: RawSocket, roomId: number): void {
  void raw.join(roomChannel(roomId));
}

export function leaveRoomChannel(raw: RawSocket, roomId: number): void {
  void raw.leave(roomChannel(roomId));
}

/** Broadcasts to the sockets of this process, and knows which rooms they watch. */
type Channels = Omit<Broadcaster, 'renew'> & Pick<Live, 'roomsWatched' | 'watchersOf' | 'onWatchers'>;

export function createChannels(io: Io, viewers: Viewers): Channels {
  function send(channels: string[], name: FromServerName, sent: FromServer[FromServerName]): void {
    const spared = REPLACED.has(name) ? [LAGGING] : [];
    for (const { payload, except } of viewers.versionsOf(name, sent)) {
      io.to(channels)
        .except([...spared, ...except])
        .emit(name, payload);
    }
  }

  return {
    toPlayer: (playerId, name, sent) => send([channelOf(playerId)], name, sent),
    toAdmins: (name, sent) => send([ADMINS], name, sent),
    toAll: (name, sent) => send([], name, sent),
    toRoom: (roomId, name, sent) => send([roomChannel(roomId)], name, sent),
    watchedRooms: () => [...io.sockets.adapter.rooms.keys()].flatMap((name) => roomOf(name) ?? []),
    countWatchers(roomId, exceptPlayerIds) {
      const { rooms } = io.sockets.adapter;
      const players = exceptPlayerIds.flatMap((playerId) => rooms.get(channelOf(playerId)) ?? []);
      const isSpectator = (socketId: string): boolean => !players.some((sockets) => sockets.has(socketId));
      return [...(rooms.get(roomChannel(roomId)) ?? [])].filter(isSpectator).length;
    },
    onWatchersChanged(listener) {
      for (const moved of ['join-room', 'leave-room']) {
        io.sockets.adapter.on(moved, (name: string) => {
          const roomId = roomOf(name);
          if (roomId !== undefined) listener(roomId);
        });
      }
    },
  };
}
