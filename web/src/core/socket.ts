import type { Language } from '@karat/contract/language';
import type { FromServer, FromServerName, TopicName, fromClient } from '@karat/contract/live';
import {
  CONNECT_TIMEOUT_MS,
  LIVE_PATH,
  RECONNECT_DELAY_MAX_MS,
  RECONNECT_DELAY_MS,
} from '@karat/contract/live-settings';
import { useEffect, useEffectEvent } from 'react';
import type { Socket } from 'socket.io-client';
import type * as z from 'zod/mini';
import { create } from 'zustand';
import { logError } from './log.ts';
import { loadSession, useSession } from './session.ts';

/** Short interruptions are not shown. A longer one must show within the promised three seconds. */
const SHOW_LOST_AFTER_MS = 1_500;

type Listener<Name extends FromServerName> = (payload: FromServer[Name]) => void;
/** A topic is sent only while something listens to it. `catchUp` fetches what may have been missed until then. */
type CatchUp<Name extends FromServerName> = Name extends TopicName ? [catchUp: () => void] : [];
type Subscription = { readonly listener: (payload: never) => void; readonly catchUp: (() => void) | undefined };
type FromClient = {
  [Name in keyof typeof fromClient]: (payload?: z.input<(typeof fromClient)[Name]>) => void;
};

const subscriptions = new Map<string, Set<Subscription>>();

/**
 * Subscribes to an event of the server. For a topic, `catchUp` runs with every connection, and when the server begins to send the
 * event to this tab. Returns a function that unsubscribes.
 */
export function onEvent<Name extends FromServerName>(
  name: Name,
  listener: Listener<Name>,
  ...[catchUp]: CatchUp<Name>
): () => void {
  const subscription: Subscription = { listener, catchUp };
  const ofEvent = subscriptions.get(name) ?? new Set();
  subscriptions.set(name, ofEvent.add(subscription));
  if (catchUp !== undefined) announceTopicsSoon();
  return () => {
    ofEvent.delete(subscription);
    if (catchUp !== undefined) announceTopicsLater();
  };
}

/** Subscribes to an event of the server while the component is mounted. */
export function useLiveEvent<Name extends FromServerName>(
  name: Name,
  listener: Listener<Name>,
  ...catchUps: CatchUp<Name>
): void {
  const handleEvent = useEffectEvent(listener);
  const handleCatchUp = useEffectEvent(() => catchUps[0]?.());
  const isTopic = catchUps.length > 0;
  useEffect(() => {
    const args = (isTopic ? [() => handleCatchUp()] : []) as CatchUp<Name>;
    return onEvent(name, (payload) => handleEvent(payload), ...args);
  }, [name, isTopic]);
}

/** How long a subscription outlasts its last user, so that the way from one page to another interrupts nothing. */
const KEEP_MS = 10_000;

/** A subscription of several components: it starts with the first one and ends a while after the last one. */
export function shareSubscription(subscribe: () => () => void): () => () => void {
  let users = 0;
  let stop: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    users += 1;
    clearTimeout(timer);
    stop ??= subscribe();
    return () => {
      users -= 1;
      if (users > 0) return;
      timer = setTimeout(() => {
        stop?.();
        stop = undefined;
      }, KEEP_MS);
    };
  };
}

/** Passes an event to all its listeners. */
export function dispatch<Name extends FromServerName>(name: Name, payload: FromServer[Name]): void {
  for (const { listener } of subscriptions.get(name) ?? []) (listener as Listener<Name>)(payload);
}

/** Fetches what may have been missed of these events, each thing once. */
function catchUpWith(names: Iterable<string>): void {
  const missed = [...names].flatMap((name) => [...(subscriptions.get(name) ?? [])].map(({ catchUp }) => catchUp));
  for (const catchUp of new Set(missed)) catchUp?.();
}

const connectListeners = new Set<() => void>();

/** Calls the listener on every connection, the first one and each reconnection, to fetch what may have been missed. */
export function onConnect(listener: () => void): () => void {
  connectListeners.add(listener);
  return () => void connectListeners.delete(listener);
}

let socket: Socket<Record<string, never>, FromClient> | undefined;

/** Sends an event to the server. Returns false while there is no connection. */
export function emit<Name extends keyof FromClient>(name: Name, ...payload: Parameters<FromClient[Name]>): boolean {
  if (socket?.connected !== true) return false;
  socket.emit(name, ...payload);
  return true;
}

/** The topics that the server was last told. */
let announced: ReadonlySet<string> = new Set();
/** The topics that it sends; undefined until it has confirmed some, and with servers that know none and send everything. */
let confirmed: ReadonlySet<string> | undefined;
let announceTimer: ReturnType<typeof setTimeout> | undefined;
let removeTimer: ReturnType<typeof setTimeout> | undefined;

const topicsInUse = (): string[] =>
  [...subscriptions].flatMap(([name, all]) => ([...all].some(({ catchUp }) => catchUp !== undefined) ? [name] : []));

function announceTopics(topics: ReadonlySet<string>): void {
  const isSame = topics.size === announced.size && [...topics].every((topic) => announced.has(topic));
  if (confirmed === undefined || isSame) return;
  if (emit('SET_TOPICS', { topics: [...topics] })) announced = topics;
}

/** Together with others that are subscribed to in the same moment. Topics that are no longer used are dropped later. */
function announceTopicsSoon(): void {
  announceTimer ??= setTimeout(() => {
    announceTimer = undefined;
    announceTopics(new Set([...announced, ...topicsInUse()]));
  }, 0);
}

function announceTopicsLater(): void {
  removeTimer ??= setTimeout(() => {
    removeTimer = undefined;
    announceTopics(new Set(topicsInUse()));
  }, KEEP_MS);
}

onEvent('TOPICS', ({ topics }) => {
  const before = confirmed ?? announced;
  confirmed = new Set(topics);
  catchUpWith(topics.filter((topic) => !before.has(topic)));
  announceTopicsSoon();
});

let language: Language = 'mixed';
let handshakeLanguage: Language = language;

/** Sets the language in which the server sends texts to this tab: now, and with every later connection. */
export function setServerLanguage(chosen: Language): void {
  if (language === chosen) return;
  language = chosen;
  emit('SET_LANGUAGE', { language });
}

// The handshake carries the session, so another player or a new session needs a new connection.
useSession.subscribe((now, before) => {
  const isSame = now.isLoggedIn === before.isLoggedIn && now.username === before.username && now.jwt === before.jwt;
  if (!isSame) socket?.disconnect().connect();
});

/** Whether the connection has been lost for long enough to show it. */
export const useConnection = create<{ readonly isLost: boolean }>(() => ({ isLost: false }));

const setLost = (isLost: boolean): void => useConnection.setState({ isLost });

/** Reloads the session after an interruption, then calls the listeners of `onConnect` and fetches what topics have missed. */
async function notifyConnected(isReconnect: boolean): Promise<void> {
  if (isReconnect) await loadSession();
  for (const listener of connectListeners) listener();
  catchUpWith(subscriptions.keys());
}

/** Connects and reconnects while the page is open. The library loads lazily, so that the first paint does not wait for it. */
export async function connectSocket(): Promise<void> {
  const { io } = await import('socket.io-client');
  socket = io({
    path: LIVE_PATH,
    transports: ['websocket'],
    withCredentials: true,
    reconnectionDelay: RECONNECT_DELAY_MS,
    reconnectionDelayMax: RECONNECT_DELAY_MAX_MS,
    reconnectionAttempts: Infinity,
    randomizationFactor: 0.5,
    timeout: CONNECT_TIMEOUT_MS,
    auth: (answer) => {
      handshakeLanguage = language;
      announced = new Set(topicsInUse());
      confirmed = undefined;
      answer({ token: useSession.getState().jwt || undefined, language, topics: [...announced] });
    },
  });
  socket.onAny(dispatch);
  watchConnection(socket);
}

let refetchTimer: ReturnType<typeof setTimeout> | undefined;

/** The server lost events although the connection held: fetches again as after a reconnection, without showing anything. */
onEvent('EVENTS_MISSED', ({ withinMs }) => {
  // All tabs get it at the same moment, so a random delay spreads their requests.
  refetchTimer ??= setTimeout(() => {
    refetchTimer = undefined;
    // Without a connection, the next connection fetches anyway.
    if (socket?.connected === true) void notifyConnected(true);
  }, Math.random() * withinMs);
});

const reconnectDelayMs = (): number => RECONNECT_DELAY_MS * (0.5 + Math.random() / 2);

let lostTimer: ReturnType<typeof setTimeout> | undefined;

function showLost(afterMs: number): void {
  clearTimeout(lostTimer);
  lostTimer = setTimeout(() => setLost(true), afterMs);
}

onEvent('RECONNECT', ({ withinMs }) => {
  // By itself the library would connect again within seconds, like all other tabs.
  socket?.disconnect();
  showLost(SHOW_LOST_AFTER_MS);
  setTimeout(() => socket?.connect(), reconnectDelayMs() + Math.random() * withinMs);
});

function watchConnection(client: NonNullable<typeof socket>): void {
  let wasConnected = false;
  client.on('connect', () => {
    clearTimeout(lostTimer);
    setLost(false);
    // It may have changed between the handshake and the connection.
    if (handshakeLanguage !== language) emit('SET_LANGUAGE', { language });
    void notifyConnected(wasConnected);
    wasConnected = true;
  });
  client.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return;
    showLost(SHOW_LOST_AFTER_MS);
    // The library does not reconnect by itself after the server disconnects it.
    if (reason === 'io server disconnect') setTimeout(() => client.connect(), reconnectDelayMs());
  });
  client.on('connect_error', (error) => logError('Socket connection failed', error));
  // A pulled cable closes no socket. The browser notices first.
  window.addEventListener('offline', () => showLost(0));
  window.addEventListener('online', () => {
    if (client.connected) setLost(false);
    else client.connect();
  });
}
