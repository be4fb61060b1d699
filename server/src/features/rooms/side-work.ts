import { LeaseLost } from '#db/lease.ts';
import type { RoomLoopDeps } from './steps.ts';

export type SideWork = (roomId: number, work: () => Promise<void>) => void;

/**
 * Begins work that waits for game servers, one at a time for each room. Nobody waits for it: a server that hangs holds up
 * neither the waits of players nor a match on another server. What fails is written down and begun anew by the next look.
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
        // Who leads no more finds that out by its own looks.
        if (!(error instanceof LeaseLost)) log.warn({ err: error, roomId }, 'work for a room was given up');
      })
      .finally(() => underWay.delete(roomId));
  };
}
