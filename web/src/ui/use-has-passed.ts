import { useCallback, useSyncExternalStore } from 'react';
import { serverNowMs } from '#core/api.ts';

/** The longest delay that `setTimeout` supports. */
const WAIT_MAX_MS = 2 ** 31 - 1;

/** Whether a time has passed by the server's clock. Updates when it does. */
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
