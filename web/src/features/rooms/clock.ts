import { useCallback, useSyncExternalStore } from 'react';

// Server time minus this page's `performance.now()`, as far as known from events.
let offsetMs: number | undefined;

/** An event was true a moment ago, so the server's clock is at least this far. */
export function syncClock(now: string): void {
  const serverOffsetMs = Date.parse(now) - performance.now();
  offsetMs = Math.max(offsetMs ?? serverOffsetMs, serverOffsetMs);
}

function msUntil(moment: string): number {
  return Math.max(0, Date.parse(moment) - performance.now() - (offsetMs ?? performance.timeOrigin));
}

const secondsUntil = (moment: string | null): number => (moment === null ? 0 : Math.ceil(msUntil(moment) / 1_000));

/** Whole seconds until a server time, rounded up. Does not depend on this computer's clock. */
export function useSecondsUntil(moment: string | null): number {
  const subscribe = useCallback(
    (tick: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const wait = () => {
        if (moment === null || msUntil(moment) === 0) return;
        // Just after the full second, or the same second would be read twice.
        timer = setTimeout(read, (msUntil(moment) % 1_000) + 10);
      };
      const read = () => {
        tick();
        wait();
      };
      wait();
      return () => clearTimeout(timer);
    },
    [moment],
  );
  return useSyncExternalStore(subscribe, () => secondsUntil(moment));
}
