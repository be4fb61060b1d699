import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GameServerInfo, GameServerLink } from '#adapters/game-server/game-server.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { assertLease, type Lease } from '#db/lease.ts';
import { publishMatchChange } from './live-updates.ts';
import {
  type MatchRoom,
  isAwaitingLoad,
  selectMatchRooms,
  selectUnreleasedRooms,
  updateLoaded,
  updateMatchKey,
  updateServer,
  clearServer,
} from './match-queries.ts';
import { insertEvents } from './queries.ts';
import { createRoomTasks } from './room-tasks.ts';
import type { RoomLoopDeps } from './transitions.ts';

const MATCH_KEY_BYTES = 32;
const MATCH_CONFIG_PATH = '/match/config/';
const POLLS_MAX = 20;
const POLL_MS = 500;
/** A server that failed is not used for this long. */
const COOLDOWN_MS = 60_000;

/**
 * Returns whether the server is free to load a match. If an earlier set-up left one of our matches on it, ends that match and
 * returns false.
 */
async function tryFree(link: GameServerLink, roomId: number, siteOrigin: string): Promise<boolean> {
  if (await link.isFree()) return true;
  const { matchId, loadedFrom } = await link.matchStatus();
  // Also compares the id: another process of the site may have loaded the match from another origin.
  if (matchId === roomId || loadedFrom?.startsWith(`${siteOrigin}${MATCH_CONFIG_PATH}`)) await link.endMatch();
  return false;
}

/** Polls for as long as a server may take to change a map; throws the given message on timeout. */
async function waitUntil(isDone: () => Promise<boolean>, timeoutMessage: string): Promise<void> {
  for (let polls = 1; !(await isDone()); polls++) {
    if (polls >= POLLS_MAX) throw new Error(timeoutMessage);
    await sleep(POLL_MS);
  }
}

/** Tells the server to download the room's match, and waits until it reports the match as loaded. */
async function loadMatch(
  { db, servers }: RoomLoopDeps,
  lease: Lease,
  { id: roomId }: MatchRoom,
  address: string,
): Promise<void> {
  const link = servers.findLinkByAddress(address);
  if (link === undefined) throw new Error(`unknown game server ${address}`);
  const siteOrigin = servers.siteOrigin();
  await waitUntil(() => tryFree(link, roomId, siteOrigin), `server ${address} is not free`);
  const key = randomBytes(MATCH_KEY_BYTES).toString('hex');
  const keyHash = createHash('sha256').update(key).digest();
  await db.transaction(async (tx) => {
    await assertLease(tx, lease);
    await updateMatchKey(tx.sql, roomId, keyHash);
  });
  await link.loadMatch({ url: `${siteOrigin}${MATCH_CONFIG_PATH}${roomId}`, key });
  await waitUntil(
    async () => (await link.matchStatus()).matchId === roomId,
    `server ${address} has not loaded match ${roomId}`,
  );
  await db.transaction(async (tx) => {
    await assertLease(tx, lease);
    if (await updateLoaded(tx.sql, roomId, address)) await publishMatchChange(tx, roomId);
  });
}

/** Allocates servers to starting rooms and loads the matches. Never waits for a server inside a transaction. */
export function createServerSetup(deps: RoomLoopDeps, lease: Lease): () => Promise<void> {
  const { db, servers, log } = deps;
  const cooldownUntilMs = new Map<string, number>();
  const startTask = createRoomTasks(deps);

  const isOnCooldown = (address: string): boolean => (cooldownUntilMs.get(address) ?? 0) > performance.now();

  /** False if another room took the server first. */
  async function allocate(room: MatchRoom, server: GameServerInfo): Promise<boolean> {
    try {
      return await db.transaction(async (tx) => {
        await assertLease(tx, lease);
        if (!(await updateServer(tx.sql, room.id, server))) return false;
        await insertEvents(tx.sql, room.id, [{ event: 'server_found', details: { location: server.location } }]);
        await publishMatchChange(tx, room.id);
        return true;
      });
    } catch (error) {
      if (isUniqueViolation(error, 'rooms_one_per_server')) return false;
      throw error;
    }
  }

  async function allocateFreeServer(room: MatchRoom, takenAddresses: ReadonlySet<string>): Promise<void> {
    const freeServers = servers
      .list()
      .filter(
        ({ address, location }) => location === room.location && !takenAddresses.has(address) && !isOnCooldown(address),
      );
    for (const server of freeServers) if (await allocate(room, server)) return;
  }

  async function setUp(room: MatchRoom, address: string): Promise<void> {
    // `room` may be stale. If an earlier set-up has finished, a second one would end its match.
    if (!(await isAwaitingLoad(db.sql, room.id, address))) return;
    try {
      await loadMatch(deps, lease, room, address);
    } catch (error) {
      log.warn({ err: error, roomId: room.id, address }, 'Game server set-up failed');
      cooldownUntilMs.set(address, performance.now() + COOLDOWN_MS);
      await db.transaction(async (tx) => {
        await assertLease(tx, lease);
        if (!(await clearServer(tx.sql, room.id))) return;
        await insertEvents(tx.sql, room.id, [{ event: 'server_waiting' }]);
        await publishMatchChange(tx, room.id);
      });
    }
  }

  return async () => {
    const rooms = await selectMatchRooms(db.sql);
    const unreleasedRooms = await selectUnreleasedRooms(db.sql);
    const takenAddresses = new Set([...rooms, ...unreleasedRooms].flatMap(({ address }) => address ?? []));
    for (const room of rooms.filter(({ state, isLoaded }) => state === 'MATCH_STARTING' && !isLoaded)) {
      const { address } = room;
      if (address === null) await allocateFreeServer(room, takenAddresses);
      else startTask(room.id, () => setUp(room, address));
    }
  };
}
