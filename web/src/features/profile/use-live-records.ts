import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { runAfterReveal } from '#core/reveals.ts';
import { useAccount } from '#core/session.ts';
import { LEDGER_KEY, statisticsQuery } from './queries.ts';

/** Balance changes within this time cause one fetch. */
const THROTTLE_MS = 300;

/**
 * Fetches again whenever the wallet's version changes, from any tab and also after a reconnect. Waits for the end of a
 * running spin. Later pages stay still while they are read.
 */
export function useLiveRecords(page: number): void {
  const queryClient = useQueryClient();
  const refresh = useEffectEvent(() => {
    void queryClient.invalidateQueries({ queryKey: statisticsQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: LEDGER_KEY, refetchType: page === 1 ? 'active' : 'none' });
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = useAccount.subscribe((now, before) => {
      if (now.account?.balanceVersion === before.account?.balanceVersion) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        runAfterReveal(() => refresh());
      }, THROTTLE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
}
