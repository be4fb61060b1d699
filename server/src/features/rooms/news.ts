import type { RoomSummary } from '@karat/contract/rooms';
import type { Tx } from '#db/db.ts';
import { publish } from '#db/publish.ts';
import type { Deps } from '#deps.ts';
import { createSharedReading } from '#shared-reading.ts';
import { MESSAGES_LISTED_MAX, selectMessage, selectMessages } from './chat-queries.ts';
import { listRooms, readRoom } from './views.ts';

const CHANNEL = 'rooms';
const CHAT_CHANNEL = 'room_chat';
const MATCH_ALONE = ' match';
/** The list is told together: often enough to look live, and the longer it is the more seldom, because everybody gets it whole. */
const GATHER_MS = 200;
const GATHER_MS_PER_ROOM = 20;
/** Those who only watch may come and go in crowds. */
const WATCHERS_GATHER_MS = 1_000;

/** Tells every process that a room has changed, once that is durable. */
export function tellRoom(tx: Tx, roomId: number): Promise<void> {
  return publish(tx.sql, CHANNEL, String(roomId));
}

/** The same of what only its own page shows, as every round of a match is. */
export function tellMatch(tx: Tx, roomId: number): Promise<void> {
  return publish(tx.sql, CHANNEL, `${roomId}${MATCH_ALONE}`);
}

/** Tells every process what was said in a room, or is gone from it again, once that is durable. */
export function tellChat(tx: Tx, { roomId, id }: { roomId: number; id: number }): Promise<void> {
  return publish(tx.sql, CHAT_CHANNEL, `${roomId} ${id}`);
}

/** What is said in rooms, the same in every process. */
function createChatNews({ db, live }: Pick<Deps, 'db' | 'live'>, inTurn: (work: () => Promise<void>) => void) {
  async function tellMessage(roomId: number, id: number): Promise<void> {
    const found = await selectMessage(db.sql, id);
    if (found?.isDeleted === false) live.local.toRoom(roomId, 'NEW_GAME_ROOM_MESSAGE', { ...found.message, roomId });
    else live.local.toRoom(roomId, 'GAME_ROOM_MESSAGE_DELETED', { roomId, id });
  }

  function hear(payload: string): void {
    const [roomId, id] = payload.split(' ').map(Number) as [number, number];
    if (live.countWatchers(roomId, []) > 0) inTurn(() => tellMessage(roomId, id));
  }

  async function tellMissed(): Promise<void> {
    for (const roomId of live.watchedRooms()) {
      const data = await selectMessages(db.sql, roomId, MESSAGES_LISTED_MAX);
      live.local.toRoom(roomId, 'GAME_ROOM_CHAT_MESSAGES', { roomId, data });
    }
  }

  return db.listen(CHAT_CHANNEL, hear, () => inTurn(tellMissed));
}

export type RoomNews = {
  /** The rooms of the start page, read once for all who ask meanwhile. */
  list(): Promise<RoomSummary[]>;
  close(): Promise<void>;
};

/** What tabs are told of rooms, the same in every process: each hears of every change through the store. */
export function createRoomNews({ db, live, log, env }: Pick<Deps, 'db' | 'live' | 'log' | 'env'>): RoomNews {
  const readList = createSharedReading(() => listRooms(db.sql));
  let last: Promise<unknown> = Promise.resolve();
  let listTimer: NodeJS.Timeout | undefined;
  let gatherMs = GATHER_MS;
  /** Whose turn is still to come: however much happens to a room until then, it is read once. */
  const waiting = new Set<number>();
  let watchersTimer: NodeJS.Timeout | undefined;
  const watchedAnew = new Set<number>();

  function inTurn(work: () => Promise<void>): void {
    last = last.then(work).catch((error: unknown) => log.warn({ err: error }, 'news of rooms not told'));
  }

  async function tellList(): Promise<void> {
    const data = await readList();
    gatherMs = Math.max(GATHER_MS, data.length * GATHER_MS_PER_ROOM);
    live.local.toAll('ROOMS_CHANGED', { data });
  }

  function tellListSoon(): void {
    listTimer ??= setTimeout(() => {
      listTimer = undefined;
      inTurn(tellList);
    }, gatherMs).unref();
  }

  async function tellOne(roomId: number): Promise<void> {
    waiting.delete(roomId);
    if (live.countWatchers(roomId, []) === 0) return;
    const room = await readRoom({ db, env, live }, roomId);
    if (room !== undefined) live.local.toRoom(roomId, 'ROOM_DATA', room);
  }

  function tellOneInTurn(roomId: number): void {
    if (waiting.has(roomId)) return;
    waiting.add(roomId);
    inTurn(() => tellOne(roomId));
  }

  function tellWatchersSoon(roomId: number): void {
    watchedAnew.add(roomId);
    watchersTimer ??= setTimeout(() => {
      watchersTimer = undefined;
      watchedAnew.forEach(tellOneInTurn);
      watchedAnew.clear();
    }, WATCHERS_GATHER_MS).unref();
  }

  function hear(payload: string): void {
    tellOneInTurn(Number.parseInt(payload, 10));
    if (!payload.endsWith(MATCH_ALONE)) tellListSoon();
  }

  async function tellMissed(): Promise<void> {
    for (const roomId of live.watchedRooms()) await tellOne(roomId);
    await tellList();
  }

  live.onWatchersChanged(tellWatchersSoon);
  const listening = [db.listen(CHANNEL, hear, () => inTurn(tellMissed)), createChatNews({ db, live }, inTurn)];

  return {
    list: readList,
    async close() {
      clearTimeout(listTimer);
      clearTimeout(watchersTimer);
      for (const stop of await Promise.all(listening)) await stop();
      await last;
    },
  };
}
