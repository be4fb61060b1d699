import os from 'node:os';

/** Load average per processor above which a slow database is not the site's fault. */
const LOAD_PER_PROCESSOR_MAX = 2;

export const isOverloaded = (): boolean => os.loadavg()[0]! > LOAD_PER_PROCESSOR_MAX * os.availableParallelism();

/** Requests sent while the site starts may still get 503, and may be answered this much later. */
const GRACE_MS = 6_000;

type Outage = { readonly from: number; to: number };

/** Records the periods in which the site may not answer. */
export function createOutages(now: () => number = () => performance.now()) {
  const outages: Outage[] = [];
  let open: Outage | undefined;

  return {
    begin(): void {
      if (open !== undefined) return;
      open = { from: now(), to: Infinity };
      outages.push(open);
    },
    end(): void {
      if (open !== undefined) open.to = now();
      open = undefined;
    },
    /** Whether an outage overlaps a request that was sent at `since`. */
    mayOverlap: (since: number): boolean => outages.some(({ from, to }) => to + GRACE_MS >= since && from <= now()),
    longestMs: () => outages.reduce((longest, { from, to }) => Math.max(longest, Math.min(to, now()) - from), 0),
  };
}

export type Outages = ReturnType<typeof createOutages>;
