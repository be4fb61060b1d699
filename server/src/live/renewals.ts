import type { FromServer, FromServerName } from '@karat/contract/live';
import type { Log } from '#log.ts';
import type { Voice } from './port.ts';

/** What each of these players is told; those who are not in it are told nothing. */
export type Load<Name extends FromServerName> = (
  playerIds: readonly number[],
) => Promise<ReadonlyMap<number, FromServer[Name]>>;

type RenewalDeps = {
  readonly log: Log;
  readonly toPlayer: Voice['toPlayer'];
  /** Whether tabs of this process are theirs. */
  readonly isHere: (playerId: number) => boolean;
};

type Renewal = { note(playerIds: readonly number[]): void; close(): Promise<void> };

/** Soon enough to look live, and seldom enough that a busy player costs no more than an idle one who looks. */
const GATHER_MS = 200;
/** So many are loaded at once and the others after them, so that news never take the store from those who play. */
const PLAYERS_MAX = 100;

function createRenewal<Name extends FromServerName>(
  { log, toPlayer, isHere }: RenewalDeps,
  name: Name,
  load: Load<Name>,
): Renewal {
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

  /** One after another, so that what was loaded first is told first. */
  async function run(): Promise<void> {
    telling = tell().catch((error: unknown) => log.warn({ err: error, name }, 'news not told'));
    await telling;
    timer = undefined;
    // Those who are left have waited already.
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

/** News that each replace what was told before: gathered, loaded for many at once, and for nobody who is not here. */
export function createRenewals(deps: RenewalDeps) {
  const renewals = new Map<FromServerName, Renewal>();

  return {
    renew(playerIds: readonly number[], name: FromServerName): void {
      renewals.get(name)?.note(playerIds);
    },
    onRenew<Name extends FromServerName>(name: Name, load: Load<Name>): void {
      renewals.set(name, createRenewal(deps, name, load));
    },
    async close(): Promise<void> {
      await Promise.all([...renewals.values()].map((renewal) => renewal.close()));
    },
  };
}
