import type { SaferPlay } from '@karat/contract/safer-play';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { serverNowMs } from '#core/api.ts';
import { onConnect, useLiveEvent } from '#core/socket.ts';
import { runAfterReveal } from '#core/reveals.ts';
import { useAccount } from '#core/session.ts';
import { nextChangeMs } from './date-times.ts';
import { saferPlayQuery } from './queries.ts';

/** Balance changes within this time cause one fetch. */
const THROTTLE_MS = 300;

/** The minimum delay, in case the clocks differ a little. */
const REFETCH_MIN_MS = 1_000;

/**
 * The player's limits, fetched again whenever they or the wallet change in any tab, and when a time is reached; waits for
 * the end of a running spin.
 */
export function useLiveLimits(): UseQueryResult<SaferPlay> {
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
      }, THROTTLE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  useEffect(() => {
    // Runs after every response, also after an identical one.
    if (data === undefined || dataUpdatedAt === 0) return undefined;
    const nowMs = serverNowMs();
    const timer = setTimeout(() => refreshOnceRevealed(), Math.max(nextChangeMs(data, nowMs) - nowMs, REFETCH_MIN_MS));
    return () => clearTimeout(timer);
  }, [data, dataUpdatedAt]);
  return query;
}
