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
  readonly isHere: (playerId: number) => boolean;
};

type Refresh = { note(playerIds: readonly number[]): void; close(): Promise<void> };

/** Short enough to look live, and long enough that a busy player costs no more than an idle one. */
const GATHER_MS = 200;
/** Larger refreshes are loaded in parts, so that they never take the database from players' requests. */
const PLAYERS_MAX = 100;

function createRefresh<Name extends FromServerName>(
  { log, toPlayer, isHere }: RefreshDeps,
  name: Name,
  load: RefreshLoader<Name>,
): Refresh {
  const noted = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let telling: Promise<void> | undefined;
  let isClosed = false;

  function takeSome(): number[] {
    const some = [...noted].slice(0, PLAYERS_MAX);
    for (const playerId of some) noted.delete(playerId);
    return some.filter(isHere);
  }

  async function tell(): Promise<void> {
    const playerIds = takeSome();
    if (playerIds.length === 0) return;
    for (const [playerId, sent] of await load(playerIds)) toPlayer(playerId, name, sent);
  }

  /** One load at a time, so that an older payload is never sent after a newer one. */
  async function run(): Promise<void> {
    telling = tell().catch((error: unknown) => log.warn({ err: error, name }, 'Live refresh failed'));
    await telling;
    timer = undefined;
    // The remaining players have waited already.
    if (noted.size > 0) schedule(noted.size > PLAYERS_MAX ? 0 : GATHER_MS);
  }

  function schedule(afterMs: number): void {
    if (!isClosed) timer ??= setTimeout(() => void run(), afterMs).unref();
  }

  return {
    note(playerIds) {
      for (const playerId of playerIds) if (isHere(playerId)) noted.add(playerId);
      if (noted.size > 0) schedule(GATHER_MS);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await telling;
    },
  };
}

/** Events that replace their previous payload: throttled, loaded for many players at once, only for connected ones. */
export function createRefreshes(deps: RefreshDeps) {
  const renewals = new Map<FromServerName, Refresh>();

  return {
    renew(playerIds: readonly number[], name: FromServerName): void {
      renewals.get(name)?.note(playerIds);
    },
    onRenew<Name extends FromServerName>(name: Name, load: RefreshLoader<Name>): void {
      renewals.set(name, createRefresh(deps, name, load));
    },
    async close(): Promise<void> {
      await Promise.all([...renewals.values()].map((renewal) => renewal.close()));
    },
  };
}
