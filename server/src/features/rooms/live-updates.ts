import type { Tx } from '#db/db.ts';
import { publish } from '#db/publish.ts';
import type { Deps } from '#deps.ts';
import { MESSAGES_PAGE_MAX, selectMessage, selectMessages } from './chat-queries.ts';
import { listRooms, readRoom } from './views.ts';

const CHANNEL = 'rooms';
const CHAT_CHANNEL = 'room_chat';
const MATCH_ONLY = ' match';
/**
 * Broadcasts of the list are throttled: often enough to look live, and less often the longer it is, because every client gets all
 * of it.
 */
const THROTTLE_MS = 200;
const THROTTLE_MS_PER_ROOM = 20;
/** Longer, because many spectators may come and go at the same time. */
const SPECTATORS_THROTTLE_MS = 1_000;

/** Tells every process, on commit, that a room changed. */
export function publishRoomChange(tx: Tx, roomId: number): Promise<void> {
  return publish(tx.sql, CHANNEL, String(roomId));
}

/** Tells every process, on commit, of a change that only the room's page shows, such as a round of the match. */
export function publishMatchChange(tx: Tx, roomId: number): Promise<void> {
  return publish(tx.sql, CHANNEL, `${roomId}${MATCH_ONLY}`);
}

/** Tells every process, on commit, of a new or deleted message. */
export function publishChatChange(tx: Tx, { roomId, id }: { roomId: number; id: number }): Promise<void> {
  return publish(tx.sql, CHAT_CHANNEL, `${roomId} ${id}`);
}

/** Broadcasts room chat to this process's connections. */
function createChatUpdates({ db, live }: Pick<Deps, 'db' | 'live'>, enqueue: (work: () => Promise<void>) => void) {
  async function sendMessage(roomId: number, id: number): Promise<void> {
    const found = await selectMessage(db.sql, id);
    if (found?.isDeleted === false) live.local.toRoom(roomId, 'NEW_GAME_ROOM_MESSAGE', { ...found.message, roomId });
    else live.local.toRoom(roomId, 'GAME_ROOM_MESSAGE_DELETED', { roomId, id });
  }

  function onPublished(payload: string): void {
    const [roomId, id] = payload.split(' ').map(Number) as [number, number];
    if (live.countWatchers(roomId, []) > 0) enqueue(() => sendMessage(roomId, id));
  }

  async function sendMissed(): Promise<void> {
    for (const roomId of live.watchedRooms()) {
      const data = await selectMessages(db.sql, roomId, MESSAGES_PAGE_MAX);
      live.local.toRoom(roomId, 'GAME_ROOM_CHAT_MESSAGES', { roomId, data });
    }
  }

  return db.listen(CHAT_CHANNEL, onPublished, () => enqueue(sendMissed));
}

/** Broadcasts rooms to clients. Every process does so for its own connections, from changes published through the database. */
export function createRoomUpdates({ db, live, log, env }: Pick<Deps, 'db' | 'live' | 'log' | 'env'>) {
  let queue: Promise<unknown> = Promise.resolve();
  let listTimer: NodeJS.Timeout | undefined;
  let throttleMs = THROTTLE_MS;
  /** Rooms waiting for their broadcast: a room that changes again before then is read once. */
  const queuedRooms = new Set<number>();
  let spectatorsTimer: NodeJS.Timeout | undefined;
  const changedSpectators = new Set<number>();

  function enqueue(work: () => Promise<void>): void {
    queue = queue.then(work).catch((error: unknown) => log.warn({ err: error }, 'Room broadcast failed'));
  }

  async function broadcastList(): Promise<void> {
    const data = await listRooms(db.sql);
    throttleMs = Math.max(THROTTLE_MS, data.length * THROTTLE_MS_PER_ROOM);
    live.local.toAll('ROOMS_CHANGED', { data });
  }

  function scheduleList(): void {
    listTimer ??= setTimeout(() => {
      listTimer = undefined;
      enqueue(broadcastList);
    }, throttleMs).unref();
  }

  async function broadcastRoom(roomId: number): Promise<void> {
    queuedRooms.delete(roomId);
    if (live.countWatchers(roomId, []) === 0) return;
    const room = await readRoom({ db, env, live }, roomId);
    if (room !== undefined) live.local.toRoom(roomId, 'ROOM_DATA', room);
  }

  function queueRoom(roomId: number): void {
    if (queuedRooms.has(roomId)) return;
    queuedRooms.add(roomId);
    enqueue(() => broadcastRoom(roomId));
  }

  function scheduleSpectators(roomId: number): void {
    changedSpectators.add(roomId);
    spectatorsTimer ??= setTimeout(() => {
      spectatorsTimer = undefined;
      changedSpectators.forEach(queueRoom);
      changedSpectators.clear();
    }, SPECTATORS_THROTTLE_MS).unref();
  }

  function onPublished(payload: string): void {
    queueRoom(Number.parseInt(payload, 10));
    if (!payload.endsWith(MATCH_ONLY)) scheduleList();
  }

  async function sendMissed(): Promise<void> {
    for (const roomId of live.watchedRooms()) await broadcastRoom(roomId);
    await broadcastList();
  }

  live.onWatchersChanged(scheduleSpectators);
  const subscriptions = [
    db.listen(CHANNEL, onPublished, () => enqueue(sendMissed)),
    createChatUpdates({ db, live }, enqueue),
  ];

  return {
    async close(): Promise<void> {
      clearTimeout(listTimer);
      clearTimeout(spectatorsTimer);
      for (const stop of await Promise.all(subscriptions)) await stop();
      await queue;
    },
  };
}
