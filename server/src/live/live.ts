import type { FromServerName } from '@karat/contract/live';
import type { Server as HttpServer } from 'node:http';
import type { Bus } from '#adapters/bus/bus.ts';
import type { Deps } from '#deps.ts';
import { createChannels, joinChannels, joinLocalizedChannel, joinRoomChannel, leaveRoomChannel } from './channels.ts';
import { type ConnectLoader, createConnectEvents } from './connect-events.ts';
import { createConnections, type RawSocket } from './connections.ts';
import { createDisconnects } from './disconnects.ts';
import { speedUpBroadcasts } from './fast-broadcast.ts';
import { adminOnly, type ClientEvents, onEvent, receive } from './client-events.ts';
import { createLiveSocket, type LiveSocket, type SocketTransport } from './live-socket.ts';
import type { Live, Broadcaster } from './port.ts';
import { createPresence, type Presence } from './presence.ts';
import { createRefreshes, type RefreshLoader } from './refreshes.ts';
import { createPresenceSync } from './presence-sync.ts';
import { createSessionWatch } from './session-watch.ts';
import { createViewers, type Viewers } from './viewers.ts';
import { writeTogether } from './write-together.ts';
import { createCrossProcessBroadcaster } from './cross-process.ts';

/** The live channel: what features use, and what the process starts and stops. */
export type LiveServer = Live & {
  attach(server: HttpServer): void;
  /** Filled by `onEvent`. */
  readonly clientEvents: ClientEvents;
  /** Calls the listener with each new socket. */
  onConnect(listener: (socket: LiveSocket) => void): void;
  /** Registers an event that a player's tab needs right after it connects; without a payload it is not sent. */
  sendOnConnect<Name extends FromServerName>(name: Name, load: ConnectLoader<Name>): void;
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
type Timing = { readonly throttleMs: number; readonly recheckMs: number };
const TIMING: Timing = { throttleMs: 1_000, recheckMs: 60_000 };

const SOCKETS_PER_PLAYER_MAX = 10;

function disconnectOldest(sockets: readonly LiveSocket[]): void {
  for (const oldest of sockets.slice(0, Math.max(0, sockets.length - SOCKETS_PER_PLAYER_MAX))) {
    oldest.emit('ERROR', { message: 'Too many tabs are open. This one no longer updates.', code: 'too_many' });
    oldest.disconnect('too_many_tabs');
  }
}

type Cluster = { readonly broadcaster: Broadcaster; publishPresence(): void; close(): void };

/** Connects to the other processes; without a bus it does nothing. */
function joinCluster(bus: Bus | undefined, { local, presence }: { local: Broadcaster; presence: Presence }): Cluster {
  if (bus === undefined) return { broadcaster: local, publishPresence: () => undefined, close: () => undefined };
  const crossProcess = createCrossProcessBroadcaster(bus, local);
  const presenceSync = createPresenceSync({ bus, presence });
  return {
    broadcaster: crossProcess.broadcaster,
    publishPresence: presenceSync.publishChanges,
    close() {
      crossProcess.close();
      presenceSync.close();
    },
  };
}

type TransportDeps = Pick<Deps, 'sessions'> & {
  readonly origin: string;
  readonly viewers: Viewers;
  readonly disconnects: ReturnType<typeof createDisconnects>;
};

function transportOf(raw: RawSocket, { origin, viewers, disconnects, sessions }: TransportDeps): SocketTransport {
  const { token, caller } = raw.data;
  return {
    id: raw.id,
    caller,
    isOpen: () => raw.connected,
    // As a broadcast to one, which takes the fast path.
    emit: (name, payload) => void raw.nsp.to(raw.id).emit(name, viewers.payloadFor(origin, name, payload)),
    language: () => raw.data.language,
    setLanguage(language) {
      raw.data = { ...raw.data, language };
      if (caller !== undefined) joinLocalizedChannel(raw, caller.id, language);
    },
    writeTogether: () => writeTogether(raw.conn.request.socket),
    disconnect: (reason) => disconnects.disconnect(raw, reason),
    watchRoom: (roomId) => joinRoomChannel(raw, roomId),
    leaveRoom: (roomId) => leaveRoomChannel(raw, roomId),
    findCaller: async () => (token === undefined ? undefined : sessions.find(token)),
  };
}

export function createLive(deps: LiveDeps, { throttleMs, recheckMs }: Timing = TIMING): LiveServer {
  const { log, limits, sessions, bus } = deps;
  const running = new Set<Promise<void>>();
  const connectListeners: ((socket: LiveSocket) => void)[] = [];
  const clientEvents: ClientEvents = new Map();
  const connectEvents = createConnectEvents();
  const connections = createConnections(deps, open);
  const isFast = speedUpBroadcasts(connections.io, log);
  const [viewers, disconnects] = [createViewers(deps.env), createDisconnects()];
  const channels = createChannels(connections.io, viewers);
  const presence = createPresence({ throttleMs, onChange: broadcastPresence });
  const refreshes = createRefreshes({ log, toPlayer: channels.toPlayer, isLocal: presence.isLocal });
  const local: Broadcaster = { ...channels, scheduleRefresh: refreshes.scheduleRefresh };
  const cluster = joinCluster(bus, { local, presence });
  const sessionWatch = createSessionWatch({ log, sessions, presence, recheckMs });

  function broadcastPresence(): void {
    cluster.publishPresence();
    channels.toAll('ONLINE_COUNT', presence.count());
    channels.toAdmins('ONLINE_USERS', { onlineUsers: presence.users() });
  }

  function open(raw: RawSocket): void {
    const { caller } = raw.data;
    const origin = viewers.register(raw);
    const transport = transportOf(raw, { origin, viewers, disconnects, sessions });
    const socket = createLiveSocket(transport, { log, running });
    disconnects.disconnectWhenSlow(raw);
    // `next` is never called, because an event reaches listeners only through `receive`.
    raw.use((packet) => receive(socket, packet, { clientEvents, limits }));
    presence.addSocket(socket);
    raw.on('disconnect', () => {
      viewers.unregister(origin);
      presence.removeSocket(socket);
    });
    const sendPublic = (): void => socket.emit('ONLINE_COUNT', presence.count());
    if (caller !== undefined) {
      joinChannels(raw, caller);
      joinLocalizedChannel(raw, caller.id, raw.data.language);
      sessionWatch.checkNew(socket);
      disconnectOldest(presence.socketsOf(caller.id));
      socket.run(() => connectEvents.send(caller, socket, sendPublic));
    } else sendPublic();
    for (const listener of connectListeners) listener(socket);
  }

  onEvent({ clientEvents }, 'GET_ONLINE_USERS', adminOnly, (_, __, socket) =>
    socket.emit('ONLINE_USERS', { onlineUsers: presence.users() }),
  );

  return {
    ...channels,
    ...cluster.broadcaster,
    local,
    attach: (server) => connections.attach(server),
    clientEvents,
    onConnect: (listener) => void connectListeners.push(listener),
    localPlayerIds: presence.localPlayerIds,
    isOnline: presence.isOnline,
    onlineCount: presence.count,
    sendOnConnect: connectEvents.add,
    onRefresh: refreshes.onRefresh,
    figures: () => ({
      sockets: connections.io.sockets.sockets.size,
      players: presence.count().count,
      fast_broadcasts: Number(isFast),
      ...connections.figures(),
      ...disconnects.figures(),
    }),
    async close() {
      cluster.close();
      presence.close();
      disconnects.close();
      sessionWatch.close();
      await connections.close();
      await refreshes.close();
      await Promise.all(running);
    },
  };
}
