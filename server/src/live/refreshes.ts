import type { FromServer, FromServerName } from '@karat/contract/live';
import type { Log } from '#log.ts';
import type { Broadcaster } from './port.ts';

/** Loads the payload for each player; players without one get nothing. */
export type RefreshLoader<Name extends FromServerName> = (
  playerIds: readonly number[],
) => Promise<ReadonlyMap<number, FromServer[Name]>>;

type RefreshDeps = {
  readonly log: Log;
  readonly toPlayer: Broadcaster['toPlayer'];
  /** Whether the player is connected to this process. */
  readonly isLocal: (playerId: number) => boolean;
};

type Refresh = { add(playerIds: readonly number[]): void; close(): Promise<void> };

/** Short enough to look live, and long enough that a busy player costs no more than an idle one. */
const THROTTLE_MS = 200;
/** Larger refreshes are loaded in parts, so that they never take the database from players' requests. */
const PLAYERS_PER_LOAD_MAX = 100;

function createRefresh<Name extends FromServerName>(
  { log, toPlayer, isLocal }: RefreshDeps,
  name: Name,
  load: RefreshLoader<Name>,
): Refresh {
  const pending = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let isClosed = false;

  function takeNext(): number[] {
    const next = [...pending].slice(0, PLAYERS_PER_LOAD_MAX);
    for (const playerId of next) pending.delete(playerId);
    return next.filter(isLocal);
  }

  async function sendNext(): Promise<void> {
    const playerIds = takeNext();
    if (playerIds.length === 0) return;
    for (const [playerId, payload] of await load(playerIds)) toPlayer(playerId, name, payload);
  }

  /** One load at a time, so that an older payload is never sent after a newer one. */
  async function run(): Promise<void> {
    sending = sendNext().catch((error: unknown) => log.warn({ err: error, name }, 'Live refresh failed'));
    await sending;
    timer = undefined;
    // The remaining players have waited already.
    if (pending.size > 0) schedule(pending.size > PLAYERS_PER_LOAD_MAX ? 0 : THROTTLE_MS);
  }

  function schedule(afterMs: number): void {
    if (!isClosed) timer ??= setTimeout(() => void run(), afterMs).unref();
  }

  return {
    add(playerIds) {
      for (const playerId of playerIds) if (isLocal(playerId)) pending.add(playerId);
      if (pending.size > 0) schedule(THROTTLE_MS);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await sending;
    },
  };
}

/** Events that replace their previous payload: throttled, loaded for many players at once, only for connected ones. */
export function createRefreshes(deps: RefreshDeps) {
  const refreshes = new Map<FromServerName, Refresh>();

  return {
    scheduleRefresh(playerIds: readonly number[], name: FromServerName): void {
      refreshes.get(name)?.add(playerIds);
    },
    onRefresh<Name extends FromServerName>(name: Name, load: RefreshLoader<Name>): void {
      refreshes.set(name, createRefresh(deps, name, load));
    },
    async close(): Promise<void> {
      await Promise.all([...refreshes.values()].map((refresh) => refresh.close()));
    },
  };
}
