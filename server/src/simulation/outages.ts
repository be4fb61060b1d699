import os from 'node:os';

/** Programs that want to run for each processor: above it, a store that does not answer in time is no fault of the site. */
const LOAD_PER_PROCESSOR_MAX = 2;

export const isOverloaded = (): boolean => os.loadavg()[0]! > LOAD_PER_PROCESSOR_MAX * os.availableParallelism();

/** Who came while the site came up may still hear that it is away, and what was asked then is answered a while later. */
const GRACE_MS = 6_000;

type Outage = { readonly from: number; to: number };

/** The times at which nobody can expect an answer. */
export function createOutages(now: () => number = () => performance.now()) {
  const outages: Outage[] = [];
  let open: Outage | undefined;

  return {
    begin(): void {
      if (open !== undefined) return;
      open = { from: now(), to: Infinity };
      outages.push(open);
    },
    /** The site answers again. */
    end(): void {
      if (open !== undefined) open.to = now();
      open = undefined;
    },
    /** Whether a request that was under way since then may have met one. */
    mayHaveMet: (since: number): boolean => outages.some(({ from, to }) => to + GRACE_MS >= since && from <= now()),
    longestMs: () => outages.reduce((longest, { from, to }) => Math.max(longest, Math.min(to, now()) - from), 0),
  };
}

export type Outages = ReturnType<typeof createOutages>;
