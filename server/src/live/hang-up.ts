import type { Socket as Line } from 'node:net';

const HANG_UP_MS = 1_000;

/** Ends a line on which the talk is over, should the other side not do so: a goodbye may stay unanswered for long. */
export function hangUp(line: Line): void {
  if (!line.destroyed) setTimeout(() => line.destroy(), HANG_UP_MS).unref();
}
