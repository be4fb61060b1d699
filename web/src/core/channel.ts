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
import { logFailure } from './log.ts';
import { loadSession, useSession } from './session.ts';

/** Short interruptions are not shown. A longer one must show within the promised three seconds. */
const LOST_AFTER_MS = 1_500;

/** All clients get NEWS_MISSED at the same moment: a random delay spreads their requests. */
const ASK_SPREAD_MS = 3_000;

type Listener<Name extends FromServerName> = (sent: FromServer[Name]) => void;
type FromClient = {
  [Name in keyof typeof fromClient]: (sent?: z.input<(typeof fromClient)[Name]>) => void;
};

const listeners = new Map<FromServerName, Set<(sent: never) => void>>();

/** Subscribes to an event of the server. Returns a function that unsubscribes. */
export function hear<Name extends FromServerName>(name: Name, listener: Listener<Name>): () => void {
  const heard = listeners.get(name) ?? new Set();
  listeners.set(name, heard.add(listener));
  return () => void heard.delete(listener);
}

/** Subscribes to an event of the server while the component is mounted. */
export function useHeard<Name extends FromServerName>(name: Name, listener: Listener<Name>): void {
  const onHeard = useEffectEvent(listener);
  useEffect(() => hear(name, (sent) => onHeard(sent)), [name]);
}

/** Passes an event to all its listeners. */
export function tell<Name extends FromServerName>(name: Name, sent: FromServer[Name]): void {
  for (const listener of listeners.get(name) ?? []) (listener as Listener<Name>)(sent);
}

const returns = new Set<() => void>();

/** Calls the listener on every connection, the first one and each reconnection, to fetch what may have been missed. */
export function onConnect(ask: () => void): () => void {
  returns.add(ask);
  return () => void returns.delete(ask);
}

let socket: Socket<Record<string, never>, FromClient> | undefined;

/** Sends an event to the server. Returns false while there is no connection. */
export function say<Name extends keyof FromClient>(name: Name, ...sent: Parameters<FromClient[Name]>): boolean {
  if (socket?.connected !== true) return false;
  socket.emit(name, ...sent);
  return true;
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
async function askAgain(isReturn: boolean): Promise<void> {
  if (isReturn) await loadSession();
  for (const ask of returns) ask();
}

/** Connects and reconnects while the page is open. The library loads lazily, so that the first paint does not wait for it. */
export async function startChannel(): Promise<void> {
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
    auth: (answer) => answer({ token: useSession.getState().jwt || undefined }),
  });
  socket.onAny(tell);
  watch(socket);
  hearMissed();
}

let askTimer: ReturnType<typeof setTimeout> | undefined;

/** The server lost events although the connection held: fetches again as after a reconnection, without showing anything. */
function hearMissed(): void {
  hear('NEWS_MISSED', () => {
    askTimer ??= setTimeout(() => {
      askTimer = undefined;
      // Without a connection, the next connection fetches anyway.
      if (socket?.connected === true) void askAgain(true);
    }, Math.random() * ASK_SPREAD_MS);
  });
}

function watch(channel: NonNullable<typeof socket>): void {
  let lostTimer: ReturnType<typeof setTimeout> | undefined;
  let wasConnected = false;
  const lose = (afterMs: number) => {
    clearTimeout(lostTimer);
    lostTimer = setTimeout(() => setLost(true), afterMs);
  };
  channel.on('connect', () => {
    clearTimeout(lostTimer);
    setLost(false);
    void askAgain(wasConnected);
    wasConnected = true;
  });
  channel.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return;
    lose(LOST_AFTER_MS);
    // The library does not reconnect by itself after the server disconnects it.
    if (reason === 'io server disconnect')
      setTimeout(() => channel.connect(), RECONNECT_DELAY_MS * (0.5 + Math.random() / 2));
  });
  channel.on('connect_error', (error) => logFailure('Socket connection failed', error));
  // A pulled cable closes no socket. The browser notices first.
  window.addEventListener('offline', () => lose(0));
  window.addEventListener('online', () => {
    if (channel.connected) setLost(false);
    else channel.connect();
  });
}
