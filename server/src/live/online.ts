import type { Bus } from '#adapters/bus/bus.ts';
import type { Log } from '#log.ts';
import type { OnlineCount, Presence } from './presence.ts';
import { CONFIRM_EVERY_MS, createSharedPresence } from './shared-presence.ts';

export type OnlineDeps = {
  readonly presence: Presence;
  readonly bus: Bus | undefined;
  readonly log: Log;
  /** The minimum time between two calls of `onChange`. */
  intervalMs(): number;
  onChange(isNewCount: boolean): void;
};

/** Who is online on the whole site. */
export type Online = {
  /** A player of this process came online or went offline. */
  noteChange(playerId: number, isSandbox: boolean, isHere: boolean): void;
  /** People, and sandbox players beside them. */
  count(): OnlineCount;
  isOnline(playerId: number): Promise<boolean>;
  /** The ids of the people. */
  peopleIds(): Promise<number[]>;
  close(): Promise<void>;
};

/** Runs the work once for all calls within an interval. */
function createThrottle(intervalMs: () => number, work: () => void) {
  let timer: NodeJS.Timeout | undefined;
  return {
    schedule(): void {
      timer ??= setTimeout(() => {
        timer = undefined;
        work();
      }, intervalMs()).unref();
    },
    close: () => clearTimeout(timer),
  };
}

/** One process knows everything itself. */
function createOwnOnline({ presence, intervalMs, onChange }: OnlineDeps): Online {
  const changes = createThrottle(intervalMs, () => onChange(true));
  return {
    noteChange: changes.schedule,
    count: presence.count,
    isOnline: async (playerId) => presence.isLocal(playerId),
    peopleIds: async () => presence.peopleIds(),
    close: async () => changes.close(),
  };
}

/** Several processes count together. While Redis is unavailable, each knows only its own players. */
function createSharedOnline({ presence, bus, log, intervalMs, onChange }: OnlineDeps & { bus: Bus }): Online {
  const shared = createSharedPresence(bus.sets, presence);
  let sharedCount: OnlineCount | undefined;
  let announced: OnlineCount = { count: 0, sandbox: 0 };
  let running: Promise<void> = Promise.resolve();
  let isClosed = false;

  function count(): OnlineCount {
    const own = presence.count();
    // The shared count may be older than what this process knows.
    return {
      count: Math.max(own.count, sharedCount?.count ?? 0),
      sandbox: Math.max(own.sandbox, sharedCount?.sandbox ?? 0),
    };
  }

  async function sync(isFull: boolean): Promise<void> {
    if (isClosed) return;
    try {
      await shared.write({ isFull });
      sharedCount = await shared.count();
    } catch (error) {
      // The next confirmation writes everyone again.
      log.debug({ err: error }, 'Players of other processes are unknown');
      sharedCount = undefined;
    }
    const now = count();
    const isNewCount = now.count !== announced.count || now.sandbox !== announced.sandbox;
    announced = now;
    if (!isClosed) onChange(isNewCount);
  }

  /** One at a time, so that an older count is never announced after a newer one. */
  function syncNext(isFull: boolean): void {
    running = running.then(() => sync(isFull));
  }

  const changes = createThrottle(intervalMs, () => syncNext(false));
  const confirmTimer = setInterval(() => syncNext(true), CONFIRM_EVERY_MS).unref();
  bus.onOpen(() => syncNext(true));

  return {
    noteChange(...change) {
      shared.noteChange(...change);
      changes.schedule();
    },
    count,
    isOnline: async (playerId) => presence.isLocal(playerId) || shared.isOnline(playerId).catch(() => false),
    peopleIds: async () => [...new Set([...presence.peopleIds(), ...(await shared.peopleIds().catch(() => []))])],
    async close() {
      isClosed = true;
      clearInterval(confirmTimer);
      changes.close();
      await running;
      await shared.leave().catch(() => undefined);
    },
  };
}

export function createOnline(deps: OnlineDeps): Online {
  const { bus } = deps;
  return bus === undefined ? createOwnOnline(deps) : createSharedOnline({ ...deps, bus });
}
