import type { Bus, SharedSets } from '#adapters/bus/bus.ts';
import type { Log } from '#log.ts';
import type { OnlineCount, Presence } from './presence.ts';

/** How often a process confirms its players. */
const CONFIRM_EVERY_MS = 4_000;
/** A process that is silent for this long is gone, and its players with it. */
const KEPT_MS = 3 * CONFIRM_EVERY_MS;
/** Longer than until the next confirmation, because a player who leaves may still be connected to another process. */
const LEFT_MS = CONFIRM_EVERY_MS + 2_000;

const SETS = { people: 'people', sandbox: 'sandbox' } as const;

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

/** One process knows everything itself. */
function createOwnOnline({ presence, intervalMs, onChange }: OnlineDeps): Online {
  let timer: NodeJS.Timeout | undefined;
  return {
    noteChange() {
      timer ??= setTimeout(() => {
        timer = undefined;
        onChange(true);
      }, intervalMs()).unref();
    },
    count: presence.count,
    isOnline: async (playerId) => presence.isLocal(playerId),
    peopleIds: async () => presence.peopleIds(),
    close: async () => clearTimeout(timer),
  };
}

type Changes = { readonly came: Map<number, boolean>; readonly left: Map<number, boolean> };

function idsOf(players: ReadonlyMap<number, boolean>, isSandbox: boolean): number[] {
  return [...players].flatMap(([id, is]) => (is === isSandbox ? [id] : []));
}

/** Writes who came and who left since the last time, or everyone who is here. */
async function writePresence(sets: SharedSets, presence: Presence, { came, left }: Changes, isFull: boolean) {
  await sets.keep(SETS.people, idsOf(left, false), LEFT_MS);
  await sets.keep(SETS.sandbox, idsOf(left, true), LEFT_MS);
  await sets.keep(SETS.people, isFull ? presence.peopleIds() : idsOf(came, false), KEPT_MS);
  await sets.keep(SETS.sandbox, isFull ? presence.sandboxIds() : idsOf(came, true), KEPT_MS);
}

/**
 * Several processes count in sets that they share, where each confirms its own players: no process holds those of others, a player
 * with tabs on several counts once, and the players of a lost process end by themselves. While the sets are unavailable, a
 * process knows only its own.
 */
function createSharedOnline({ presence, bus, log, intervalMs, onChange }: OnlineDeps & { bus: Bus }): Online {
  const { sets } = bus;
  let changes: Changes = { came: new Map(), left: new Map() };
  let shared: OnlineCount | undefined;
  let announced: OnlineCount = { count: 0, sandbox: 0 };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isClosed = false;

  function count(): OnlineCount {
    const own = presence.count();
    if (shared === undefined) return own;
    // The shared count may be older than what this process knows.
    return { count: Math.max(own.count, shared.count), sandbox: Math.max(own.sandbox, shared.sandbox) };
  }

  async function sync(isFull: boolean): Promise<void> {
    if (isClosed) return;
    const written = changes;
    changes = { came: new Map(), left: new Map() };
    try {
      await writePresence(sets, presence, written, isFull);
      const [people, sandbox] = await Promise.all([sets.count(SETS.people), sets.count(SETS.sandbox)]);
      shared = { count: people, sandbox };
    } catch (error) {
      // The next confirmation writes everyone again.
      log.debug({ err: error }, 'Players of other processes are unknown');
      shared = undefined;
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

  const confirmTimer = setInterval(() => syncNext(true), CONFIRM_EVERY_MS).unref();
  bus.onOpen(() => syncNext(true));

  return {
    noteChange(playerId, isSandbox, isHere) {
      const { came, left } = changes;
      (isHere ? came : left).set(playerId, isSandbox);
      (isHere ? left : came).delete(playerId);
      timer ??= setTimeout(() => {
        timer = undefined;
        syncNext(false);
      }, intervalMs()).unref();
    },
    count,
    async isOnline(playerId) {
      if (presence.isLocal(playerId)) return true;
      const found = Promise.all(Object.values(SETS).map((set) => sets.has(set, playerId)));
      return found.then((is) => is.includes(true)).catch(() => false);
    },
    async peopleIds() {
      const others = await sets.list(SETS.people).catch(() => []);
      return [...new Set([...presence.peopleIds(), ...others])];
    },
    /** The players connect to another process, and count until then. */
    async close() {
      isClosed = true;
      clearInterval(confirmTimer);
      clearTimeout(timer);
      await running;
      const left = new Map<number, boolean>();
      for (const id of presence.peopleIds()) left.set(id, false);
      for (const id of presence.sandboxIds()) left.set(id, true);
      await writePresence(sets, presence, { came: new Map(), left }, false).catch(() => undefined);
    },
  };
}

export function createOnline(deps: OnlineDeps): Online {
  const { bus } = deps;
  return bus === undefined ? createOwnOnline(deps) : createSharedOnline({ ...deps, bus });
}
