import type { RoomSummary } from '@karat/contract/rooms';
import type { Tx } from '#db/db.ts';
import { say } from '#db/say.ts';
import type { Deps } from '#deps.ts';
import { createSharedReading } from '#shared-reading.ts';
import { MESSAGES_LISTED_MAX, selectMessage, selectMessages } from './chat-queries.ts';
import { listRooms, readRoom } from './views.ts';

const CHANNEL = 'rooms';
const CHAT_CHANNEL = 'room_chat';
const MATCH_ALONE = ' match';
/**
 * Broadcasts of the list are throttled: often enough to look live, and less often the longer it is, because every client gets all
 * of it.
 */
const GATHER_MS = 200;
const GATHER_MS_PER_ROOM = 20;
/** Many spectators may come and go at once. */
const WATCHERS_GATHER_MS = 1_000;

/** Tells every process, on commit, that a room changed. */
export function tellRoom(tx: Tx, roomId: number): Promise<void> {
  return say(tx.sql, CHANNEL, String(roomId));
}

/** Tells every process, on commit, of a change that only the room's page shows, such as a round of the match. */
export function tellMatch(tx: Tx, roomId: number): Promise<void> {
  return say(tx.sql, CHANNEL, `${roomId}${MATCH_ALONE}`);
}

/** Tells every process, on commit, of a new or deleted message. */
export function tellChat(tx: Tx, { roomId, id }: { roomId: number; id: number }): Promise<void> {
  return say(tx.sql, CHAT_CHANNEL, `${roomId} ${id}`);
}

/** Broadcasts room chat to this process's connections. */
function createChatNews({ db, live }: Pick<Deps, 'db' | 'live'>, inTurn: (work: () => Promise<void>) => void) {
  async function tellMessage(roomId: number, id: number): Promise<void> {
    const found = await selectMessage(db.sql, id);
    if (found?.isDeleted === false) live.here.toRoom(roomId, 'NEW_GAME_ROOM_MESSAGE', { ...found.message, roomId });
    else live.here.toRoom(roomId, 'GAME_ROOM_MESSAGE_DELETED', { roomId, id });
  }

  function hear(payload: string): void {
    const [roomId, id] = payload.split(' ').map(Number) as [number, number];
    if (live.watchersOf(roomId, []) > 0) inTurn(() => tellMessage(roomId, id));
  }

  async function tellMissed(): Promise<void> {
    for (const roomId of live.roomsWatched()) {
      const data = await selectMessages(db.sql, roomId, MESSAGES_LISTED_MAX);
      live.here.toRoom(roomId, 'GAME_ROOM_CHAT_MESSAGES', { roomId, data });
    }
  }

  return db.listen(CHAT_CHANNEL, hear, () => inTurn(tellMissed));
}

export type RoomNews = {
  /** Active rooms for the start page; concurrent callers share one read. */
  list(): Promise<RoomSummary[]>;
  close(): Promise<void>;
};

/** Broadcasts rooms to clients. Every process does so for its own connections, from changes published through the database. */
export function createRoomNews({ db, live, log, env }: Pick<Deps, 'db' | 'live' | 'log' | 'env'>): RoomNews {
  const readList = createSharedReading(() => listRooms(db.sql));
  let last: Promise<unknown> = Promise.resolve();
  let listTimer: NodeJS.Timeout | undefined;
  let gatherMs = GATHER_MS;
  /** Rooms waiting for their broadcast: a room that changes again before then is read once. */
  const waiting = new Set<number>();
  let watchersTimer: NodeJS.Timeout | undefined;
  const watchedAnew = new Set<number>();

  function inTurn(work: () => Promise<void>): void {
    last = last.then(work).catch((error: unknown) => log.warn({ err: error }, 'Room broadcast failed'));
  }

  async function tellList(): Promise<void> {
    const data = await readList();
    gatherMs = Math.max(GATHER_MS, data.length * GATHER_MS_PER_ROOM);
    live.here.toAll('ROOMS_CHANGED', { data });
  }

  function tellListSoon(): void {
    listTimer ??= setTimeout(() => {
      listTimer = undefined;
      inTurn(tellList);
    }, gatherMs).unref();
  }

  async function tellOne(roomId: number): Promise<void> {
    waiting.delete(roomId);
    if (live.watchersOf(roomId, []) === 0) return;
    const room = await readRoom({ db, env, live }, roomId);
    if (room !== undefined) live.here.toRoom(roomId, 'ROOM_DATA', room);
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
    for (const roomId of live.roomsWatched()) await tellOne(roomId);
    await tellList();
  }

  live.onWatchers(tellWatchersSoon);
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
