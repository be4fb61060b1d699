import type { Reply } from '@karat/contract/endpoint';
import type { getAllRouletteRounds } from '@karat/contract/roulette';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { onEvent, onConnect, useLiveEvent } from '#core/socket.ts';
import { ROUNDS_KEY, TOTALS_KEY, roundKey, withBets } from './admin-queries.ts';

/** Bets that come within it are asked about once. */
const GATHER_MS = 1_000;

/** Keeps the list and the totals true while they are shown. Rounds further down are left under the reader's eyes. */
export function useFreshRounds(page: number): void {
  const queryClient = useQueryClient();
  const refresh = useEffectEvent((isOver: boolean) => {
    void queryClient.invalidateQueries({ queryKey: ROUNDS_KEY, refetchType: page === 1 ? 'active' : 'none' });
    if (isOver) void queryClient.invalidateQueries({ queryKey: TOTALS_KEY });
  });
  useLiveEvent('ROULETTE_ROUND', ({ round }) => refresh(round.completed));
  useLiveEvent('ROULETTE_BET', (sent) => {
    queryClient.setQueriesData<Reply<typeof getAllRouletteRounds>>(
      { queryKey: ROUNDS_KEY },
      (list) => list && { ...list, data: withBets(list.data, sent) },
    );
  });
  useEffect(() => onConnect(() => refresh(true)), []);
}

/** The same for one round: each step of it at once, its bets a little later and together. */
export function useFreshRound({ id, page }: { id: number; page: number }): void {
  const queryClient = useQueryClient();
  const refresh = useEffectEvent(() => void queryClient.invalidateQueries({ queryKey: roundKey(id) }));
  useLiveEvent('ROULETTE_ROUND', ({ round }) => {
    if (round.id === id) refresh();
  });
  useEffect(() => onConnect(() => refresh()), []);
  useEffect(() => {
    if (page > 1) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onEvent('ROULETTE_BET', ({ roundId }) => {
      if (roundId !== id) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        refresh();
      }, GATHER_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [id, page]);
}
