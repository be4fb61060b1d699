import { useCallback, useSyncExternalStore } from 'react';
import { serverNowMs } from '#core/api.ts';

/** No timer waits longer. */
const WAIT_MAX_MS = 2 ** 31 - 1;

/** Whether a moment of the server's time is over; told when it comes, however long the page is open. */
export function useHasPassed(iso: string): boolean {
  const leftMs = () => Date.parse(iso) - serverNowMs();
  const subscribe = useCallback(
    (onChange: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const wait = () => {
        const waitMs = Date.parse(iso) - serverNowMs();
        if (waitMs > 0) timer = setTimeout(wait, Math.min(waitMs, WAIT_MAX_MS));
        else onChange();
      };
      wait();
      return () => clearTimeout(timer);
    },
    [iso],
  );
  return useSyncExternalStore(subscribe, () => leftMs() <= 0);
}
