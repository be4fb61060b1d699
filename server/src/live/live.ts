import type { FromServer, FromServerName } from '@karat/contract/live';
import type { Server as HttpServer } from 'node:http';
import type { Bus } from '#adapters/bus/bus.ts';
import type { Deps } from '#deps.ts';
import { createChannels, joinChannels, joinRoomChannel, leaveRoomChannel } from './channels.ts';
import { createConnections, type RawSocket } from './connections.ts';
import { createDisconnects, type DisconnectReason } from './disconnects.ts';
import { speedUpBroadcasts } from './fast-broadcast.ts';
import { adminOnly, onEvent, receive } from './client-events.ts';
import { createLiveSocket, type LiveSocket } from './live-socket.ts';
import type { Live, Broadcaster } from './port.ts';
import { createPresence, type Presence } from './presence.ts';
import { createRefreshes, type RefreshLoader } from './refreshes.ts';
import { createPresenceSync } from './presence-sync.ts';
import { createSessionWatch } from './session-watch.ts';
import { createViewers } from './viewers.ts';
import { createCrossProcessBroadcaster } from './cross-process.ts';

/** The live channel: what features use, and what the process starts and stops. */
export type LiveServer = Live & {
  attach(server: HttpServer): void;
  /** Features register here what a new socket can send and what it gets on connect. */
  onConnect(register: (socket: LiveSocket) => void): void;
  /** Registers how the payload of a refreshed event is loaded. */
  onRefresh<Name extends FromServerName>(name: Name, load: RefreshLoader<Name>): void;
  figures(): Record<string, number>;
  /** Resolves when every connection is closed and every task is done. */
  close(): Promise<void>;
};

type LiveDeps = Pick<Deps, 'env' | 'log' | 'limits' | 'sessions'> & {
  /** Reaches the tabs of other processes; undefined with a single process. */
  readonly bus?: Bus | undefined;
};
type Timing = { readonly gatherMs: number; readonly recheckMs: number };
const TIMING: Timing = { gatherMs: 1_000, recheckMs: 60_000 };

const SOCKETS_PER_PLAYER_MAX = 10;

function cutOldest(sockets: readonly LiveSocket[]): void {
  for (const oldest of sockets.slice(0, Math.max(0, sockets.length - SOCKETS_PER_PLAYER_MAX))) {
    oldest.emit('ERROR', { message: 'Too many tabs are open: this one no longer updates.', code: 'too_many' });
    oldest.disconnect('crowd');
  }
}

type Fleet = { readonly voice: Broadcaster; tellMoved(): void; close(): void };

/** Connects to the other processes; without a bus it does nothing. */
function joinFleet(bus: Bus | undefined, { here, presence }: { here: Broadcaster; presence: Presence }): Fleet {
  if (bus === undefined) return { voice: here, tellMoved: () => undefined, close: () => undefined };
  const wide = createCrossProcessBroadcaster(bus, here);
  const rollCall = createPresenceSync({ bus, presence });
  return {
    voice: wide.voice,
    tellMoved: rollCall.tellMoved,
    close() {
      wide.close();
      rollCall.close();
    },
  };
}

export function createLive(deps: LiveDeps, { gatherMs, recheckMs }: Timing = TIMING): LiveServer {
  const { log, limits, sessions, bus } = deps;
  const running = new Set<Promise<void>>();
  const registers: ((socket: LiveSocket) => void)[] = [];
  const connections = createConnections(deps, open);
  const isFast = speedUpBroadcasts(connections.io, log);
  const [viewers, cuts] = [createViewers(deps.env), createDisconnects()];
  const channels = createChannels(connections.io, viewers);
  const presence = createPresence({ gatherMs, onChange: announcePresence });
  const renewals = createRefreshes({ log, toPlayer: channels.toPlayer, isHere: presence.isHere });
  const here: Broadcaster = { ...channels, scheduleRefresh: renewals.renew };
  const fleet = joinFleet(bus, { here, presence });
  const sessionWatch = createSessionWatch({ log, sessions, presence, recheckMs });

  function announcePresence(): void {
    fleet.tellMoved();
    channels.toAll('ONLINE_COUNT', { count: presence.count() });
    channels.toAdmins('ONLINE_USERS', { onlineUsers: presence.users() });
  }

  function open(raw: RawSocket): void {
    const { token, caller } = raw.data;
    const complete = viewers.enter(raw);
    const wire = {
      id: raw.id,
      caller,
      isOpen: () => raw.connected,
      send: (name: FromServerName, sent: FromServer[FromServerName]) => void raw.emit(name, complete(name, sent)),
      cut: (why: DisconnectReason) => cuts.cut(raw, why),
      watchRoom: (roomId: number) => joinRoomChannel(raw, roomId),
      leaveRoom: (roomId: number) => leaveRoomChannel(raw, roomId),
      findCaller: async () => (token === undefined ? undefined : sessions.find(token)),
    };
    const socket = createLiveSocket(wire, { log, running });
    cuts.cutWhenSlow(raw);
    // `next` is never called: an event reaches listeners only through `receive`.
    raw.use((packet) => receive(socket, packet, limits));
    presence.enter(socket);
    raw.once('disconnect', () => presence.leave(socket));
    if (caller !== undefined) {
      joinChannels(raw, caller);
      raw.once('disconnect', sessionWatch.watch(socket));
      cutOldest(presence.socketsOf(caller.id));
    }
    socket.emit('ONLINE_COUNT', { count: presence.count() });
    onEvent(socket, 'GET_ONLINE_USERS', adminOnly, () =>
      socket.emit('ONLINE_USERS', { onlineUsers: presence.users() }),
    );
    for (const register of registers) register(socket);
  }

  return {
    ...channels,
    ...fleet.voice,
    local: here,
    attach: (server) => connections.attach(server),
    onConnect: (register) => void registers.push(register),
    isOnline: presence.isOnline,
    onRefresh: renewals.onRenew,
    figures: () => ({
      sockets: connections.io.sockets.sockets.size,
      players: presence.count(),
      fast_broadcasts: Number(isFast),
      ...connections.figures(),
      ...cuts.figures(),
    }),
    async close() {
      fleet.close();
      presence.close();
      cuts.close();
      await connections.close();
      await renewals.close();
      await Promise.all(running);
    },
  };
}
