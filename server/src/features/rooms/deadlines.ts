import type { Tx } from '#db/db.ts';
import { assertLease, type Lease, LeaseLost } from '#db/lease.ts';
import { publishRoomChange } from './live-updates.ts';
import { lockRoom, type RoomRow, selectDueRooms, selectSeats, updateDeadline } from './queries.ts';
import { removePlayers } from './seats.ts';
import { finishRoom, openServer, type RoomWithSeats, voidRoom, type RoomLoopDeps } from './transitions.ts';

/** If no server is ready when the countdown ends, it is extended by this much at a time. */
const COUNTDOWN_EXTENSION_MS = 1_000;

/** While duels are off, rooms that wait for players keep their seats, and then have this long to go on. */
const SWITCHED_OFF_EXTENSION_MS = 30_000;

/** Advances rooms whose deadline has passed. */
export function createDeadlines(deps: RoomLoopDeps, lease: Lease): () => Promise<void> {
  const { db, log, switches } = deps;

  /** Removes players who were not ready in time. */
  async function endReadyUp(tx: Tx, { room, seats }: RoomWithSeats): Promise<void> {
    const leaving = seats.filter(({ isReady }) => !isReady);
    if (leaving.length === 0) return updateDeadline(tx.sql, room.id, null);
    if (!(await switches.isPlayable('duel'))) return updateDeadline(tx.sql, room.id, SWITCHED_OFF_EXTENSION_MS);
    await removePlayers(tx, deps, { room, seats, leaving, reason: 'not_ready' });
    await publishRoomChange(tx, room.id);
  }

  async function endCountdown(tx: Tx, seated: RoomWithSeats): Promise<void> {
    const { room } = seated;
    if (room.isLoaded) return openServer(tx, deps, seated);
    if (room.hasServerWaitExpired) return voidRoom(tx, deps, { ...seated, reason: 'no_server' });
    return updateDeadline(tx.sql, room.id, COUNTDOWN_EXTENSION_MS);
  }

  /** If the match did not begin in time, the only complete team wins. A match that began and stopped reporting is void. */
  async function endMatch(tx: Tx, seated: RoomWithSeats): Promise<void> {
    const { room, seats } = seated;
    if (room.isLive) return voidRoom(tx, deps, { ...seated, reason: 'abandoned' });
    const isComplete = (team: string) =>
      seats.filter((seat) => seat.team === team).every(({ isConnected }) => isConnected);
    const [one, other] = [isComplete('team1'), isComplete('team2')];
    if (one === other) return voidRoom(tx, deps, { ...seated, reason: 'no_show' });
    return finishRoom(tx, deps, { ...seated, winner: one ? 'team1' : 'team2', reason: 'forfeit' });
  }

  function advance(tx: Tx, seated: { room: RoomRow } & RoomWithSeats): Promise<void> {
    if (seated.room.state === 'WAITING') return endReadyUp(tx, seated);
    if (seated.room.state === 'MATCH_STARTING') return endCountdown(tx, seated);
    return endMatch(tx, seated);
  }

  function handleDeadline(roomId: number): Promise<void> {
    return db.transaction(async (tx) => {
      await assertLease(tx, lease);
      const room = await lockRoom(tx.sql, roomId);
      // The room may have changed since it was selected.
      if (room?.isDue !== true) return;
      await advance(tx, { room, seats: await selectSeats(tx.sql, roomId) });
    });
  }

  return async () => {
    for (const roomId of await selectDueRooms(db.sql)) {
      try {
        await handleDeadline(roomId);
      } catch (error) {
        if (error instanceof LeaseLost) throw error;
        // This room stays first in the list, and must not block the others.
        log.error({ err: error, roomId }, 'Room deadline handling failed');
      }
    }
  };
}
