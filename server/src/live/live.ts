import type { FromServerName } from '@karat/contract/live';
import type { Server as HttpServer } from 'node:http';
import type { Bus } from '#adapters/bus/bus.ts';
import type { Deps } from '#deps.ts';
import { callerAt } from '#http/callers.ts';
import { createChannels, joinChannels, joinLocalizedChannel, joinRoomChannel, leaveRoomChannel } from './channels.ts';
import { type ConnectLoader, createConnectEvents } from './connect-events.ts';
import { createConnections, type RawSocket } from './connections.ts';
import { createDisconnects } from './disconnects.ts';
import { speedUpBroadcasts } from './fast-broadcast.ts';
import { anyone, type ClientEvents, onEvent, receive } from './client-events.ts';
import { createLiveSocket, type LiveSocket, type SocketTransport } from './live-socket.ts';
import type { Live, Broadcaster } from './port.ts';
import { createOnline, type OnlineDeps } from './online.ts';
import { createPresence, type Presence } from './presence.ts';
import { createRefreshes, type RefreshLoader } from './refreshes.ts';
import { spreadMs } from './spread.ts';
import { createSessionWatch } from './session-watch.ts';
import { sendTopics } from './topic-events.ts';
import { ALL_TOPICS, NO_TOPICS, topicsFrom } from './topics.ts';
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
  /** Tells all tabs of the site to fetch again what they show, because an event may not have been sent. */
  reportMissed(): void;
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

type ClusterDeps = { readonly local: Broadcaster; countTabs(): number };

/** The tabs of all processes fetch from one database. */
const REFETCH_WITHIN_MS_MIN = 3_000;

/** Reaches the tabs of the other processes; without a bus there are none. */
function joinCluster(bus: Bus | undefined, { local, countTabs }: ClusterDeps) {
  const refetchWithinMs = (): number => Math.max(REFETCH_WITHIN_MS_MIN, spreadMs(countTabs()));
  if (bus === undefined) {
    const reportMissed = (): void => local.toAll('EVENTS_MISSED', { withinMs: refetchWithinMs() });
    return { broadcaster: local, reportMissed, close: () => undefined };
  }
  return createCrossProcessBroadcaster(bus, local, { refetchWithinMs });
}

type TransportDeps = Pick<Deps, 'env' | 'sessions'> & {
  readonly origin: string;
  readonly viewers: Viewers;
  readonly disconnects: ReturnType<typeof createDisconnects>;
};

function transportOf(raw: RawSocket, { env, origin, viewers, disconnects, sessions }: TransportDeps): SocketTransport {
  const { token, caller, address } = raw.data;
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
    topics: () => raw.data.topics,
    setTopics: (topics) => void (raw.data = { ...raw.data, topics }),
    disconnect: (reason) => disconnects.disconnect(raw, reason),
    watchRoom: (roomId) => joinRoomChannel(raw, roomId),
    leaveRoom: (roomId) => leaveRoomChannel(raw, roomId),
    reconnect: () => disconnects.reconnect(raw),
    findCaller: async () => (token === undefined ? undefined : callerAt(await sessions.find(token), address, env)),
  };
}

/** Frames that announce the number of players take at most a small part of the processor, however many tabs are open. */
const ANNOUNCE_MS_PER_TAB = 1;

function createPlayers(deps: Pick<LiveDeps, 'bus' | 'log'>, options: Pick<OnlineDeps, 'intervalMs' | 'onChange'>) {
  const presence = createPresence((...args) => online.noteChange(...args));
  const online = createOnline({ bus: deps.bus, log: deps.log, ...options, presence });
  return { presence, online };
}

type SocketParts = LiveDeps & {
  readonly clientEvents: ClientEvents;
  readonly viewers: Viewers;
  readonly disconnects: ReturnType<typeof createDisconnects>;
  readonly presence: Presence;
  readonly sessionWatch: ReturnType<typeof createSessionWatch>;
  readonly running: Set<Promise<void>>;
};

/** Lets a new connection receive what its player may receive, until it ends. */
function openSocket(raw: RawSocket, parts: SocketParts): LiveSocket {
  const { log, limits, clientEvents, viewers, disconnects, presence, sessionWatch, running } = parts;
  const { caller } = raw.data;
  const origin = viewers.register(raw);
  const socket = createLiveSocket(transportOf(raw, { ...parts, origin }), { log, running });
  disconnects.disconnectWhenSlow(raw);
  // `next` is never called, because an event reaches listeners only through `receive`.
  raw.use((packet) => receive(socket, packet, { clientEvents, limits }));
  presence.addSocket(socket);
  raw.on('disconnect', () => {
    viewers.unregister(origin);
    presence.removeSocket(socket);
  });
  if (caller !== undefined) {
    joinChannels(raw, caller);
    joinLocalizedChannel(raw, caller.id, raw.data.language);
    sessionWatch.checkNew(socket);
    disconnectOldest(presence.socketsOf(caller.id));
  }
  return socket;
}

export function createLive(deps: LiveDeps, { throttleMs, recheckMs }: Timing = TIMING): LiveServer {
  const { log, sessions, bus } = deps;
  const running = new Set<Promise<void>>();
  const [connectListeners, onlineListeners]: [((socket: LiveSocket) => void)[], (() => void)[]] = [[], []];
  const clientEvents: ClientEvents = new Map();
  const connectEvents = createConnectEvents();
  const connections = createConnections(deps, open);
  const broadcasts = speedUpBroadcasts(connections.io, log);
  const countTabs = (): number => connections.io.sockets.sockets.size;
  const [viewers, disconnects] = [createViewers(deps.env), createDisconnects()];
  const channels = createChannels(connections.io, viewers);
  const intervalMs = (): number => Math.max(throttleMs, countTabs() * ANNOUNCE_MS_PER_TAB);
  const { presence, online } = createPlayers(deps, { intervalMs, onChange: announcePlayers });
  const refreshes = createRefreshes({ log, toPlayer: channels.toPlayer, isLocal: presence.isLocal });
  const local: Broadcaster = { ...channels, scheduleRefresh: refreshes.scheduleRefresh };
  const cluster = joinCluster(bus, { local, countTabs });
  const sessionWatch = createSessionWatch({ log, sessions, presence, recheckMs });
  const parts = { ...deps, clientEvents, viewers, disconnects, presence, sessionWatch, running };

  function announcePlayers(isNewCount: boolean): void {
    if (isNewCount) channels.toAll('ONLINE_COUNT', online.count());
    for (const listener of onlineListeners) listener();
  }

  function open(raw: RawSocket): void {
    const socket = openSocket(raw, parts);
    const sendPublic = (): void => sendTopics(socket, NO_TOPICS, online.count);
    const { caller } = raw.data;
    if (caller === undefined) sendPublic();
    else socket.run(() => connectEvents.send(caller, socket, sendPublic));
    for (const listener of connectListeners) listener(socket);
  }

  onEvent({ clientEvents }, 'SET_TOPICS', anyone, ({ topics }, _, socket) => {
    const before = socket.topics() ?? ALL_TOPICS;
    socket.setTopics(topicsFrom(topics));
    sendTopics(socket, before, online.count);
  });

  async function close(): Promise<void> {
    for (const part of [cluster, disconnects, sessionWatch]) part.close();
    await online.close();
    local.toAll('RECONNECT', { withinMs: spreadMs(countTabs()) });
    await broadcasts.untilSent();
    await connections.close();
    await refreshes.close();
    await Promise.all(running);
  }

  return {
    ...channels,
    ...cluster.broadcaster,
    reportMissed: cluster.reportMissed,
    local,
    attach: (server) => connections.attach(server),
    clientEvents,
    onConnect: (listener) => void connectListeners.push(listener),
    sendOnConnect: connectEvents.add,
    localPlayerIds: presence.playerIds,
    isOnline: online.isOnline,
    onlineCount: online.count,
    onlinePeopleIds: online.peopleIds,
    onOnlineChange: (listener) => void onlineListeners.push(listener),
    onRefresh: refreshes.onRefresh,
    figures: () => ({
      sockets: countTabs(),
      players: online.count().count,
      fast_broadcasts: Number(broadcasts.isFast),
      ...connections.figures(),
      ...disconnects.figures(),
    }),
    close,
  };
}
