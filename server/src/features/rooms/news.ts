import type { Tx } from '#db/db.ts';
import { say } from '#db/say.ts';
import type { Deps } from '#deps.ts';
import { createSharedReading } from '#shared-reading.ts';
import { listRooms, readRoom } from './views.ts';

const CHANNEL = 'rooms';
/** The list is told together: seldom enough for a crowd, often enough to look live. */
const GATHER_MS = 200;
/** Those who only watch may come and go in crowds. */
const WATCHERS_GATHER_MS = 1_000;

/** Tells every process that a room has changed, once that is durable. */
export function tellRoom(tx: Tx, roomId: number): Promise<void> {
  return say(tx.sql, CHANNEL, String(roomId));
}

/** What tabs are told of rooms, the same in every process: each hears of every change through the store. */
export function createRoomNews({ db, live, log, env }: Pick<Deps, 'db' | 'live' | 'log' | 'env'>) {
  const readList = createSharedReading(() => listRooms(db.sql));
  let last: Promise<unknown> = Promise.resolve();
  let listTimer: NodeJS.Timeout | undefined;
  let watchersTimer: NodeJS.Timeout | undefined;
  const watchedAnew = new Set<number>();

  function inTurn(work: () => Promise<void>): void {
    last = last.then(work).catch((error: unknown) => log.warn({ err: error }, 'news of rooms not told'));
  }

  async function tellList(): Promise<void> {
    live.toAll('ROOMS_CHANGED', { data: await readList() });
  }

  function tellListSoon(): void {
    listTimer ??= setTimeout(() => {
      listTimer = undefined;
      inTurn(tellList);
    }, GATHER_MS).unref();
  }

  async function tellOne(roomId: number): Promise<void> {
    const room = await readRoom({ db, env, live }, roomId);
    if (room !== undefined) live.toRoom(roomId, 'ROOM_DATA', room);
  }

  function tellWatchersSoon(roomId: number): void {
    watchedAnew.add(roomId);
    watchersTimer ??= setTimeout(() => {
      watchersTimer = undefined;
      for (const each of watchedAnew) inTurn(() => tellOne(each));
      watchedAnew.clear();
    }, WATCHERS_GATHER_MS).unref();
  }

  function hear(payload: string): void {
    inTurn(() => tellOne(Number(payload)));
    tellListSoon();
  }

  async function tellMissed(): Promise<void> {
    for (const roomId of live.roomsWatched()) await tellOne(roomId);
    await tellList();
  }

  live.onWatchers(tellWatchersSoon);
  const listening = db.listen(CHANNEL, hear, () => inTurn(tellMissed));

  return {
    list: readList,
    async close(): Promise<void> {
      clearTimeout(listTimer);
      clearTimeout(watchersTimer);
      await (
        await listening
      )();
      await last;
    },
  };
}
