import { LeaseLost } from '#db/lock.ts';
import type { RoomLoopDeps } from './steps.ts';

export type SideWork = (roomId: number, work: () => Promise<void>) => void;

/**
 * Starts work that waits for game servers, one task at a time per room, without waiting for it: a hanging server must not delay
 * deadlines or matches on other servers. The next tick of the loop retries what failed.
 */
export function createSideWork({
  log,
}: Pick<RoomLoopDeps, 'log'>): (roomId: number, work: () => Promise<void>) => void {
  const underWay = new Set<number>();

  return (roomId, work) => {
    if (underWay.has(roomId)) return;
    underWay.add(roomId);
    void work()
      .catch((error: unknown) => {
        // The loop itself notices the lost lease.
        if (!(error instanceof LeaseLost)) log.warn({ err: error, roomId }, 'Room task failed');
      })
      .finally(() => underWay.delete(roomId));
  };
}
