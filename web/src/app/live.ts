import { type LiveDrop, getLatestDrops } from '@karat/contract/drops';
import type { FromServer } from '@karat/contract/live';
import type { Notification } from '@karat/contract/notifications';
import { useEffect } from 'react';
import { create } from 'zustand';
import { call } from '#core/api.ts';
import { hear, onConnect, reconnect, say, startChannel } from '#core/channel.ts';
import { logFailure } from '#core/log.ts';
import { useFlags } from '#core/modals.ts';
import { loadSession, receiveBalance, useAccount, useSession } from '#core/session.ts';
import { currentText } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { showToast } from '#ui/toast.ts';

/** As many as the server lists. */
const NOTIFICATIONS_KEPT_MAX = 50;
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
  /** From the press on: what a roll brings about may be told before its answer has come. */
  isRolling: boolean;
};

/** What the live channel has told so far, for those parts of the shell that are always there. */
export const useLive = create<Live>(() => ({
  isLost: false,
  onlineCount: undefined,
  onlineUsers: [],
  notifications: [],
  inventoryVersion: 0,
  drops: undefined,
  heldRolls: new Set(),
  isRolling: false,
}));

hear('BALANCE_UPDATE', takeBalance);
hear('NOTIFICATION', ({ data }) => onceRevealed(() => takeNotifications(data)));
hear('ADD_NOTIFICATION', ({ data }) => onceRevealed(() => takeNotifications([data])));
hear('ONLINE_USERS', ({ onlineUsers }) => useLive.setState({ onlineUsers }));
hear('ONLINE_COUNT', ({ count }) => useLive.setState({ onlineCount: count }));
hear('LIVE_DROP', ({ drops }) => takeDrops(drops.toReversed()));
hear('INVENTORY_CHANGED', doubtInventory);
hear('ERROR', (failure) => showToast('error', textOfRefusal(currentText(), failure)));

/** A list may have been read before a notification that has been told already, so both count. What is read stays read. */
function takeNotifications(fresh: readonly Notification[]): void {
  useLive.setState(({ notifications }) => {
    const known = new Map(notifications.map((note) => [note.id, note]));
    for (const note of fresh)
      known.set(note.id, { ...note, isRead: note.isRead || known.get(note.id)?.isRead === true });
    const newestFirst = [...known.values()].toSorted((one, other) => other.id - one.id);
    return { notifications: newestFirst.slice(0, NOTIFICATIONS_KEPT_MAX) };
  });
}

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

/** Says that a roll of the player's own has been asked for, or that the last one has been shown. */
export function setRolling(isRolling: boolean): void {
  useLive.setState({ isRolling });
}

// In the order in which it came: later news builds on earlier.
const untold: (() => void)[] = [];

const isSecret = ({ isRolling, heldRolls }: Live): boolean => isRolling || heldRolls.size > 0;

/** Whether a roll of the player's own has been made and not yet been shown. */
export function isRollSecret(): boolean {
  return isSecret(useLive.getState());
}

/** Does it now, or when the player's own roll has been revealed: for news that may tell of it. */
export function onceRevealed(act: () => void): void {
  if (isRollSecret()) untold.push(act);
  else act();
}

useLive.subscribe((now, before) => {
  if (isSecret(before) && !isSecret(now)) for (const act of untold.splice(0)) act();
});

/** Whether the player's own things may be asked for: a session that has ended asks for a sign-in instead. */
export function isPlayerHere(): boolean {
  return useSession.getState().isLoggedIn && !useAccount.getState().hasEnded;
}

onConnect(() => {
  if (useLive.getState().drops !== undefined) void loadDrops();
  if (isPlayerHere()) say('GET_NOTIFICATIONS');
});

export function startLive(): Promise<void> {
  return startChannel({
    onLost: (isLost) => useLive.setState({ isLost }),
    beforeAsking: async (isReturn) => {
      // The first time too: the page was loaded before there was a line, and something may have happened in between.
      doubtInventory();
      if (isReturn) await loadSession();
    },
  });
}

useSession.subscribe((now, before) => {
  if (now.isLoggedIn !== before.isLoggedIn || now.username !== before.username) changePlayer();
  // The same player with a new session: on the connection of the one that ended nobody is heard any more.
  else if (now.jwt !== before.jwt) reconnect();
});
useFlags.subscribe((now, before) => {
  if (now.isBalanceUpdatable && !before.isBalanceUpdatable) releaseBalance();
});

function changePlayer(): void {
  heldBalance = undefined;
  untold.length = 0;
  useLive.setState({ notifications: [], onlineUsers: [] });
  reconnect();
}

/** What the server has been told of; what came in meanwhile stays unread. */
export function markRead(ids: readonly number[]): void {
  const read = new Set(ids);
  useLive.setState(({ notifications }) => ({
    notifications: notifications.map((each) => (read.has(each.id) ? { ...each, isRead: true } : each)),
  }));
}
