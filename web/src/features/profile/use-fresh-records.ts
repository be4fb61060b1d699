import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { runAfterReveal } from '#core/reveals.ts';
import { useAccount } from '#core/session.ts';
import { LEDGER_KEY, statisticsQuery } from './queries.ts';

/** Movements that come within it are asked about once. */
const GATHER_MS = 300;

/**
 * Asks anew whenever the wallet has moved, in whichever tab and also during a break of the connection: its version says so.
 * Not before a roll under way has been revealed. Lines further down are left under the reader's eyes.
 */
export function useFreshRecords(page: number): void {
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
      }, GATHER_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
}
