import type { Socket as Line } from 'node:net';

const HANG_UP_MS = 1_000;

/** Destroys a TCP connection after a grace period: a client may leave a close unanswered for long. */
export function forceCloseLater(line: Line): void {
  if (!line.destroyed) setTimeout(() => line.destroy(), HANG_UP_MS).unref();
}
