import { type Language, languages } from '@karat/contract/language';
import type { FromServer, FromServerName } from '@karat/contract/live';
import { may, STAFF_EVENTS, STAFF_PERMISSIONS, type StaffEventName, type StaffPermission } from '@karat/contract/staff';
import type { Caller } from '#deps.ts';
import type { Io, RawSocket } from './connections.ts';
import type { Live, Broadcaster } from './port.ts';
import { ALL_TOPICS, hasTopic, type Topics, topicOf } from './topics.ts';
import type { Viewers } from './viewers.ts';

const LAGGING = 'lagging';

/** Events that the next one of the same name replaces. Lagging sockets do not get them. */
const REPLACEABLE_EVENTS: ReadonlySet<FromServerName> = new Set(['ONLINE_COUNT', 'ONLINE_USERS']);

// Never derived from client input, so that a client cannot join another player's channel.
function playerChannel(playerId: number): string {
  return `player:${playerId}`;
}

const staffChannel = (permission: StaffPermission): string => `staff:${permission}`;

const channelFor = (name: StaffEventName): string => staffChannel(STAFF_EVENTS[name]);

/** Subscribes a socket to the events for its player, and to those for staff that the player's role may see. */
export function joinChannels(raw: RawSocket, { id, staffRole }: Caller): void {
  const permissions = STAFF_PERMISSIONS.filter((permission) => may(staffRole, permission));
  void raw.join([playerChannel(id), ...permissions.map(staffChannel)]);
}

const localizedChannel = (playerId: number, language: Language): string => `${playerChannel(playerId)}:${language}`;

/** Subscribes a player's socket to localized events in this language instead of another one. */
export function joinLocalizedChannel(raw: RawSocket, playerId: number, language: Language): void {
  for (const other of languages) if (other !== language) void raw.leave(localizedChannel(playerId, other));
  void raw.join(localizedChannel(playerId, language));
}

export function markLagging(raw: RawSocket, isLagging: boolean): void {
  void (isLagging ? raw.join(LAGGING) : raw.leave(LAGGING));
}

const ROOM_CHANNEL = /^room:(\d+)$/;
const roomChannel = (roomId: number): string => `room:${roomId}`;

function roomIdOf(channel: string): number | undefined {
  const id = ROOM_CHANNEL.exec(channel)?.[1];
  return id === undefined ? undefined : Number(id);
}

export function joinRoomChannel(raw: RawSocket, roomId: number): void {
  void raw.join(roomChannel(roomId));
}

export function leaveRoomChannel(raw: RawSocket, roomId: number): void {
  void raw.leave(roomChannel(roomId));
}

/** The packet type of an event in Socket.IO's protocol. */
const EVENT = 2;

/** Socket.IO passes the flags of a broadcast to its adapter unchanged; `fast-broadcast.ts` knows the topic. */
type TopicAdapter = {
  broadcast(
    packet: { readonly type: number; readonly data: readonly unknown[] },
    recipients: {
      readonly rooms: ReadonlySet<string>;
      readonly except: ReadonlySet<string>;
      readonly flags: { readonly topic: Topics };
    },
  ): void;
};

/** Broadcasts to the sockets of this process, and knows which rooms they watch. */
type Channels = Omit<Broadcaster, 'scheduleRefresh'> &
  Pick<Live, 'watchedRooms' | 'countWatchers' | 'onWatchersChanged' | 'isShownToStaff'>;

export function createChannels(io: Io, viewers: Viewers): Channels {
  const adapter = io.sockets.adapter as unknown as TopicAdapter;

  function send(channels: string[], name: FromServerName, payload: FromServer[FromServerName]): void {
    const skipped = REPLACEABLE_EVENTS.has(name) ? [LAGGING] : [];
    for (const { payload: variant, except } of viewers.payloadsOf(name, payload)) {
      const recipients = { rooms: new Set(channels), except: new Set([...skipped, ...except]) };
      adapter.broadcast({ type: EVENT, data: [name, variant] }, { ...recipients, flags: { topic: topicOf(name) } });
    }
  }

  return {
    toPlayer(playerId, name, payload) {
      const channel = playerChannel(playerId);
      // Most events of other processes are for players who are not connected here.
      if (io.sockets.adapter.rooms.has(channel)) send([channel], name, payload);
    },
    toPlayerLocalized(playerId, name, payloads) {
      for (const language of languages) {
        const channel = localizedChannel(playerId, language);
        if (io.sockets.adapter.rooms.has(channel)) send([channel], name, payloads[language]);
      }
    },
    toStaff: (name, payload) => send([channelFor(name)], name, payload),
    toAll: (name, payload) => send([], name, payload),
    toRoom: (roomId, name, payload) => send([roomChannel(roomId)], name, payload),
    isShownToStaff(name) {
      const { rooms, sockets } = { rooms: io.sockets.adapter.rooms, sockets: io.sockets.sockets };
      const staff = [...(rooms.get(channelFor(name)) ?? [])].flatMap((id) => sockets.get(id) ?? []);
      return staff.some(({ data }) => hasTopic(data.topics ?? ALL_TOPICS, name));
    },
    watchedRooms: () => [...io.sockets.adapter.rooms.keys()].flatMap((name) => roomIdOf(name) ?? []),
    countWatchers(roomId, exceptPlayerIds) {
      const { rooms } = io.sockets.adapter;
      const players = exceptPlayerIds.flatMap((playerId) => rooms.get(playerChannel(playerId)) ?? []);
      const isSpectator = (socketId: string): boolean => !players.some((sockets) => sockets.has(socketId));
      return [...(rooms.get(roomChannel(roomId)) ?? [])].filter(isSpectator).length;
    },
    onWatchersChanged(listener) {
      for (const change of ['join-room', 'leave-room']) {
        io.sockets.adapter.on(change, (name: string) => {
          const roomId = roomIdOf(name);
          if (roomId !== undefined) listener(roomId);
        });
      }
    },
  };
}
