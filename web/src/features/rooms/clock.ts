import { useCallback, useSyncExternalStore } from 'react';

// The store's time less this page's `performance.now()`, as far as it has been told.
let offsetMs: number | undefined;

/** What is told was true a moment ago: the store's clock is at least so far. */
export function hearClock(now: string): void {
  const heardMs = Date.parse(now) - performance.now();
  offsetMs = Math.max(offsetMs ?? heardMs, heardMs);
}

function msUntil(moment: string): number {
  return Math.max(0, Date.parse(moment) - performance.now() - (offsetMs ?? performance.timeOrigin));
}

const secondsUntil = (moment: string | null): number => (moment === null ? 0 : Math.ceil(msUntil(moment) / 1_000));

/** Whole seconds until a moment of the store's time, counted up; a wrong clock of this computer does not matter. */
export function useSecondsUntil(moment: string | null): number {
  const subscribe = useCallback(
    (tick: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const wait = () => {
        if (moment === null || msUntil(moment) === 0) return;
        // A moment after the full second, or it would be read twice.
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
