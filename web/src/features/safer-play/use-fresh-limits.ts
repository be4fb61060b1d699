import type { SaferPlay } from '@karat/contract/safer-play';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { serverNowMs } from '#core/api.ts';
import { onConnect, useLiveEvent } from '#core/socket.ts';
import { runAfterReveal } from '#core/reveals.ts';
import { useAccount } from '#core/session.ts';
import { nextChangeMs } from './moments.ts';
import { saferPlayQuery } from './queries.ts';

/** Movements that come within it are asked about once. */
const GATHER_MS = 300;

/** Where the clocks differ a little, the server is asked again after it. */
const AGAIN_MS = 1_000;

/**
 * The player's own rules, asked for anew whenever they or the wallet have changed, in whichever tab, and when their time
 * has come; not before a roll under way has been revealed.
 */
export function useFreshLimits(): UseQueryResult<SaferPlay> {
  const queryClient = useQueryClient();
  const query = useQuery(saferPlayQuery);
  const { data, dataUpdatedAt } = query;
  const refresh = () => void queryClient.invalidateQueries(saferPlayQuery);
  const refreshOnceRevealed = useEffectEvent(() => runAfterReveal(refresh));
  useLiveEvent('SAFER_PLAY_CHANGED', refresh);
  useLiveEvent('REALITY_CHECK', refresh);
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
  useEffect(() => {
    // With every answer anew, also with one that is the same as before.
    if (data === undefined || dataUpdatedAt === 0) return undefined;
    const nowMs = serverNowMs();
    const timer = setTimeout(() => refreshOnceRevealed(), Math.max(nextChangeMs(data, nowMs) - nowMs, AGAIN_MS));
    return () => clearTimeout(timer);
  }, [data, dataUpdatedAt]);
  return query;
}
