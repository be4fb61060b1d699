import { LeaseLost } from '#db/lease.ts';
import type { RoomLoopDeps } from './transitions.ts';

export type StartRoomTask = (roomId: number, work: () => Promise<void>) => void;

/**
 * Starts work that waits for game servers, one task at a time per room, without waiting for it: a hanging server must not delay
 * deadlines or matches on other servers. The next tick of the loop retries what failed.
 */
export function createRoomTasks({
  log,
}: Pick<RoomLoopDeps, 'log'>): (roomId: number, work: () => Promise<void>) => void {
  const running = new Set<number>();

  return (roomId, work) => {
    if (running.has(roomId)) return;
    running.add(roomId);
    void work()
      .catch((error: unknown) => {
        // The loop itself notices the lost lease.
        if (!(error instanceof LeaseLost)) log.warn({ err: error, roomId }, 'Room task failed');
      })
      .finally(() => running.delete(roomId));
  };
}
