import { useCallback, useSyncExternalStore } from 'react';

// Server time minus this page's `performance.now()`. Undefined until the first event.
let offsetMs: number | undefined;

/**
 * Updates the offset of the server's clock from the timestamp of an event. Network delay only makes an offset too small, so the
 * largest one is kept.
 */
export function syncClock(serverTime: string): void {
  const serverOffsetMs = Date.parse(serverTime) - performance.now();
  offsetMs = Math.max(offsetMs ?? serverOffsetMs, serverOffsetMs);
}

function msUntil(moment: string): number {
  return Math.max(0, Date.parse(moment) - performance.now() - (offsetMs ?? performance.timeOrigin));
}

const secondsUntil = (moment: string | null): number => (moment === null ? 0 : Math.ceil(msUntil(moment) / 1_000));

/** Whole seconds until a server time, rounded up. Uses the server's clock once an event has arrived, and this computer's until then. */
export function useSecondsUntil(moment: string | null): number {
  const subscribe = useCallback(
    (onChange: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const scheduleNext = () => {
        if (moment === null || msUntil(moment) === 0) return;
        // Fires 10 ms after the second changes; an early timer would show the same number again.
        timer = setTimeout(update, (msUntil(moment) % 1_000) + 10);
      };
      const update = () => {
        onChange();
        scheduleNext();
      };
      scheduleNext();
      return () => clearTimeout(timer);
    },
    [moment],
  );
  return useSyncExternalStore(subscribe, () => secondsUntil(moment));
}
