import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { onConnect, useHeard } from '#app/channel.ts';
import { onceRevealed } from '#app/live.ts';
import { useAccount } from '#app/session.ts';
import { saferPlayQuery } from './queries.ts';

/** Movements that come within it are asked about once. */
const GATHER_MS = 300;

/** Asks anew whenever limits or the wallet have changed, in whichever tab; not before a roll under way has been revealed. */
export function useFreshLimits(): void {
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries(saferPlayQuery);
  const refreshOnceRevealed = useEffectEvent(() => onceRevealed(refresh));
  useHeard('SAFER_PLAY_CHANGED', refresh);
  useHeard('REALITY_CHECK', refresh);
  useEffect(() => onConnect(() => refreshOnceRevealed()), []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = useAccount.subscribe((now, before) => {
      if (now.account?.balanceVersion === before.account?.balanceVersion) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        refreshOnceRevealed();
      }, GATHER_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
}
