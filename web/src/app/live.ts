import { type LiveDrop, getLatestDrops } from '@karat/contract/drops';
import {
  CONNECT_TIMEOUT_MS,
  type FromServer,
  type FromServerName,
  LIVE_PATH,
  RECONNECT_DELAY_MAX_MS,
  RECONNECT_DELAY_MS,
  type fromClient,
} from '@karat/contract/live';
import type { Notification } from '@karat/contract/notifications';
import { useEffect } from 'react';
import type { Socket } from 'socket.io-client';
import { create } from 'zustand';
import { currentText } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { logFailure } from '#ui/log.ts';
import { showToast } from '#ui/toast.tsx';
import { call } from './api.ts';
import { useFlags } from './modals.ts';
import { loadSession, receiveBalance, useAccount, useSession } from './session.ts';

/** A short break is nobody's business; a longer one is shown within the promised three seconds. */
const LOST_AFTER_MS = 1_500;
/** As many drops as the widest strip shows, and a few to scroll to. */
const DROPS_KEPT_MAX = 24;

type Live = {
  isLost: boolean;
  onlineCount: number | undefined;
  onlineUsers: FromServer['ONLINE_USERS']['onlineUsers'];
  /** Newest first. */
  notifications: readonly Notification[];
  /** Rises whenever what the player owns may be other than what was last fetched. */
  inventoryVersion: number;
  /** Newest first; undefined until they have been asked for. */
  drops: readonly LiveDrop[] | undefined;
  /** The player's own rolls whose strips still move: nothing may tell how they end. A won item has its roll's id. */
  heldRolls: ReadonlySet<number>;
};

/** What the live channel has told so far. */
export const useLive = create<Live>(() => ({
  isLost: false,
  onlineCount: undefined,
  onlineUsers: [],
  notifications: [],
  inventoryVersion: 0,
  drops: undefined,
  heldRolls: new Set(),
}));

type Listeners = { [Name in FromServerName]: (sent: FromServer[Name]) => void };
type FromClient = { [Name in keyof typeof fromClient]: () => void };

/** Each event and what it changes: the only place where the two meet. */
export const heard: Listeners = {
  BALANCE_UPDATE: (sent) => takeBalance(sent),
  NOTIFICATION: ({ data }) => useLive.setState({ notifications: data }),
  ADD_NOTIFICATION: ({ data }) =>
    useLive.setState(({ notifications }) => ({
      notifications: [data, ...notifications.filter(({ id }) => id !== data.id)],
    })),
  ONLINE_USERS: ({ onlineUsers }) => useLive.setState({ onlineUsers }),
  ONLINE_COUNT: ({ count }) => useLive.setState({ onlineCount: count }),
  LIVE_DROP: ({ drops }) => takeDrops(drops.toReversed()),
  INVENTORY_CHANGED: () => doubtInventory(),
  ERROR: (failure) => showToast('error', textOfRefusal(currentText(), failure)),
};

export function doubtInventory(): void {
  useLive.setState(({ inventoryVersion }) => ({ inventoryVersion: inventoryVersion + 1 }));
}

// While a reveal holds the balance only the newest update is worth keeping.
let heldBalance: FromServer['BALANCE_UPDATE'] | undefined;

function takeBalance(sent: FromServer['BALANCE_UPDATE']): void {
  if (useFlags.getState().isBalanceUpdatable) receiveBalance(sent);
  else if (heldBalance === undefined || sent.version > heldBalance.version) heldBalance = sent;
}

function releaseBalance(): void {
  if (heldBalance) receiveBalance(heldBalance);
  heldBalance = undefined;
}

/** Adds drops, newest first. One that is told twice stands in the list once. */
function takeDrops(fresh: readonly LiveDrop[]): void {
  useLive.setState(({ drops = [] }) => {
    const known = new Set(fresh.map(({ id }) => id));
    const all = [...fresh, ...drops.filter(({ id }) => !known.has(id))].toSorted((one, other) => other.id - one.id);
    return { drops: all.slice(0, DROPS_KEPT_MAX) };
  });
}

async function loadDrops(): Promise<void> {
  try {
    takeDrops((await call(getLatestDrops)).data);
  } catch (error) {
    // The feed is no reason to disturb anybody; it is asked for again with the next connection.
    logFailure('Failed to load the latest drops', error);
  }
}

/** The latest drops that give nothing away; undefined while they load. */
export function useDrops(): readonly LiveDrop[] | undefined {
  const drops = useLive((live) => live.drops);
  const heldRolls = useLive((live) => live.heldRolls);
  useEffect(() => {
    if (useLive.getState().drops === undefined) void loadDrops();
  }, []);
  return drops?.filter(({ id }) => !heldRolls.has(id));
}

export function holdRolls(ids: readonly number[]): void {
  useLive.setState(({ heldRolls }) => ({ heldRolls: new Set([...heldRolls, ...ids]) }));
}

export function releaseRolls(ids: readonly number[]): void {
  useLive.setState(({ heldRolls }) => ({ heldRolls: new Set([...heldRolls].filter((id) => !ids.includes(id))) }));
}

let socket: Socket<Listeners, FromClient> | undefined;

/** Connects, and stays connected for as long as the page lives. Loaded apart, so that the first paint does not wait for it. */
export async function startLive(): Promise<void> {
  const { io } = await import('socket.io-client');
  socket = io({
    path: LIVE_PATH,
    transports: ['websocket'],
    withCredentials: true,
    reconnectionDelay: RECONNECT_DELAY_MS,
    reconnectionDelayMax: RECONNECT_DELAY_MAX_MS,
    randomizationFactor: 0.5,
    timeout: CONNECT_TIMEOUT_MS,
    auth: (answer) => answer({ token: useSession.getState().jwt || undefined }),
  });
  for (const name of Object.keys(heard) as FromServerName[]) socket.on(name, heard[name]);
  watchConnection(socket);
}

useSession.subscribe((now, before) => {
  if (now.isLoggedIn !== before.isLoggedIn || now.username !== before.username) changePlayer();
});
useFlags.subscribe((now, before) => {
  if (now.isBalanceUpdatable && !before.isBalanceUpdatable) releaseBalance();
});

function watchConnection(channel: NonNullable<typeof socket>): void {
  let lostTimer: ReturnType<typeof setTimeout> | undefined;
  let wasConnected = false;
  const lose = (afterMs: number) => {
    clearTimeout(lostTimer);
    lostTimer = setTimeout(() => useLive.setState({ isLost: true }), afterMs);
  };
  channel.on('connect', () => {
    clearTimeout(lostTimer);
    useLive.setState({ isLost: false });
    // What was said while we were away is asked for again.
    void (wasConnected ? loadSession() : Promise.resolve()).then(askAgain);
    if (wasConnected) doubtInventory();
    wasConnected = true;
  });
  channel.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return;
    lose(LOST_AFTER_MS);
    // After a goodbye of the server's own the library would not come back by itself.
    if (reason === 'io server disconnect')
      setTimeout(() => channel.connect(), RECONNECT_DELAY_MS * (0.5 + Math.random() / 2));
  });
  channel.on('connect_error', (error) => logFailure('Socket connection failed', error));
  // A cable that is pulled closes no socket: the browser knows first.
  window.addEventListener('offline', () => lose(0));
  window.addEventListener('online', () => {
    if (channel.connected) useLive.setState({ isLost: false });
    else channel.connect();
  });
}

function askAgain(): void {
  if (useLive.getState().drops !== undefined) void loadDrops();
  const isPlayer = useSession.getState().isLoggedIn && !useAccount.getState().hasEnded;
  if (isPlayer) socket?.emit('GET_NOTIFICATIONS');
}

// The handshake says who is listening, so another player means another connection.
function changePlayer(): void {
  heldBalance = undefined;
  useLive.setState({ notifications: [], onlineUsers: [] });
  socket?.disconnect().connect();
}

export function markAllRead(): void {
  useLive.setState(({ notifications }) => ({
    notifications: notifications.map((each) => ({ ...each, isRead: true })),
  }));
}
