import type { Language } from '@karat/contract/language';
import type { FromServer, FromServerName, fromClient } from '@karat/contract/live';
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

/** All clients get EVENTS_MISSED at the same moment, so a random delay spreads their requests. */
const REFETCH_SPREAD_MS = 3_000;

type Listener<Name extends FromServerName> = (payload: FromServer[Name]) => void;
type FromClient = {
  [Name in keyof typeof fromClient]: (payload?: z.input<(typeof fromClient)[Name]>) => void;
};

const listeners = new Map<FromServerName, Set<(payload: never) => void>>();

/** Subscribes to an event of the server. Returns a function that unsubscribes. */
export function onEvent<Name extends FromServerName>(name: Name, listener: Listener<Name>): () => void {
  const eventListeners = listeners.get(name) ?? new Set();
  listeners.set(name, eventListeners.add(listener));
  return () => void eventListeners.delete(listener);
}

/** Subscribes to an event of the server while the component is mounted. */
export function useLiveEvent<Name extends FromServerName>(name: Name, listener: Listener<Name>): void {
  const handleEvent = useEffectEvent(listener);
  useEffect(() => onEvent(name, (payload) => handleEvent(payload)), [name]);
}

/** Passes an event to all its listeners. */
export function dispatch<Name extends FromServerName>(name: Name, payload: FromServer[Name]): void {
  for (const listener of listeners.get(name) ?? []) (listener as Listener<Name>)(payload);
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

/** Reloads the session after an interruption, then calls the listeners of `onConnect`. */
async function notifyConnected(isReconnect: boolean): Promise<void> {
  if (isReconnect) await loadSession();
  for (const listener of connectListeners) listener();
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
      answer({ token: useSession.getState().jwt || undefined, language });
    },
  });
  socket.onAny(dispatch);
  watchConnection(socket);
  refetchAfterMissedEvents();
}

let refetchTimer: ReturnType<typeof setTimeout> | undefined;

/** The server lost events although the connection held: fetches again as after a reconnection, without showing anything. */
function refetchAfterMissedEvents(): void {
  onEvent('EVENTS_MISSED', () => {
    refetchTimer ??= setTimeout(() => {
      refetchTimer = undefined;
      // Without a connection, the next connection fetches anyway.
      if (socket?.connected === true) void notifyConnected(true);
    }, Math.random() * REFETCH_SPREAD_MS);
  });
}

function watchConnection(client: NonNullable<typeof socket>): void {
  let lostTimer: ReturnType<typeof setTimeout> | undefined;
  let wasConnected = false;
  const showLost = (afterMs: number) => {
    clearTimeout(lostTimer);
    lostTimer = setTimeout(() => setLost(true), afterMs);
  };
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
    if (reason === 'io server disconnect')
      setTimeout(() => client.connect(), RECONNECT_DELAY_MS * (0.5 + Math.random() / 2));
  });
  client.on('connect_error', (error) => logError('Socket connection failed', error));
  // A pulled cable closes no socket. The browser notices first.
  window.addEventListener('offline', () => showLost(0));
  window.addEventListener('online', () => {
    if (client.connected) setLost(false);
    else client.connect();
  });
}
