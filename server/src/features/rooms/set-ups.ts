import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GameServerInfo } from '#adapters/game-server/game-server.ts';
import { isUniqueViolation } from '#db/failures.ts';
import { assertLease, type Lease } from '#db/lock.ts';
import { tellRoom } from './news.ts';
import {
  type PlayedRoom,
  selectPlayedRooms,
  selectUnreleasedRooms,
  updateLoaded,
  updateMatchKey,
  updateServer,
  updateServerGone,
} from './match-queries.ts';
import { insertEvents } from './queries.ts';
import type { RoomLoopDeps } from './steps.ts';

const KEY_BYTES = 32;
const LOOKS_MAX = 20;
const LOOK_MS = 500;
/** A server that failed is left alone for so long. */
const ASIDE_MS = 60_000;

/** Has a server fetch the match of a room, and waits until it says that it has. */
async function load(
  { db, servers }: RoomLoopDeps,
  lease: Lease,
  { id: roomId }: PlayedRoom,
  serverId: number,
): Promise<void> {
  const link = servers.link(serverId);
  if (link === undefined || !(await link.isFree())) throw new Error(`server ${serverId} is not free`);
  const key = randomBytes(KEY_BYTES).toString('hex');
  const keyHash = createHash('sha256').update(key).digest();
  await db.transaction(async (tx) => {
    await assertLease(tx, lease);
    await updateMatchKey(tx.sql, roomId, keyHash);
  });
  await link.loadMatch({ url: `${servers.siteOrigin()}/match/config/${roomId}`, key });
  for (let looks = 1; (await link.matchStatus()).matchId !== roomId; looks++) {
    if (looks >= LOOKS_MAX) throw new Error(`server ${serverId} has not loaded match ${roomId}`);
    await sleep(LOOK_MS);
  }
  await db.transaction(async (tx) => {
    await assertLease(tx, lease);
    if (await updateLoaded(tx.sql, roomId, serverId)) await tellRoom(tx, roomId);
  });
}

/** Finds servers for rooms that start and has them load the match. What waits for a server happens outside of any transaction. */
export function createSetUps(deps: RoomLoopDeps, lease: Lease): () => Promise<void> {
  const { db, servers, log } = deps;
  const asideUntilMs = new Map<number, number>();
  const underWay = new Set<number>();

  const isAside = (id: number): boolean => (asideUntilMs.get(id) ?? 0) > performance.now();

  /** False where another room was quicker. */
  async function allocate(room: PlayedRoom, server: GameServerInfo): Promise<boolean> {
    try {
      return await db.transaction(async (tx) => {
        await assertLease(tx, lease);
        if (!(await updateServer(tx.sql, room.id, server))) return false;
        await insertEvents(tx.sql, room.id, [{ event: 'server_found', details: { location: server.location } }]);
        await tellRoom(tx, room.id);
        return true;
      });
    } catch (error) {
      if (isUniqueViolation(error, 'rooms_one_a_server')) return false;
      throw error;
    }
  }

  async function findServer(room: PlayedRoom, taken: ReadonlySet<number>): Promise<void> {
    const free = servers
      .list()
      .filter(({ id, location }) => location === room.location && !taken.has(id) && !isAside(id));
    for (const server of free) if (await allocate(room, server)) return;
  }

  async function setUp(room: PlayedRoom, serverId: number): Promise<void> {
    try {
      await load(deps, lease, room, serverId);
    } catch (error) {
      log.warn({ err: error, roomId: room.id, serverId }, 'a game server could not be set up');
      asideUntilMs.set(serverId, performance.now() + ASIDE_MS);
      await db.transaction(async (tx) => {
        await assertLease(tx, lease);
        await updateServerGone(tx.sql, room.id);
        await insertEvents(tx.sql, room.id, [{ event: 'server_waiting' }]);
        await tellRoom(tx, room.id);
      });
    }
  }

  function begin(room: PlayedRoom, serverId: number): void {
    if (underWay.has(room.id)) return;
    underWay.add(room.id);
    void setUp(room, serverId)
      .catch((error: unknown) => log.warn({ err: error, roomId: room.id }, 'a set-up was given up'))
      .finally(() => underWay.delete(room.id));
  }

  return async () => {
    const rooms = await selectPlayedRooms(db.sql);
    const left = await selectUnreleasedRooms(db.sql);
    const taken = new Set([...rooms, ...left].flatMap(({ serverId }) => serverId ?? []));
    for (const room of rooms.filter(({ state, isLoaded }) => state === 'MATCH_STARTING' && !isLoaded)) {
      if (room.serverId === null) await findServer(room, taken);
      else begin(room, room.serverId);
    }
  };
}
