import type { Reply } from '@karat/contract/endpoint';
import type { getAllRouletteRounds } from '@karat/contract/roulette';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { onEvent, useLiveEvent } from '#core/socket.ts';
import { ROUNDS_KEY, TOTALS_KEY, roundKey, withBets } from './admin-queries.ts';

/** Bets within this time cause one fetch. */
const THROTTLE_MS = 1_000;

/** Refreshes the list and the totals live. Later pages stay still while they are read. */
export function useLiveRounds(page: number): void {
  const queryClient = useQueryClient();
  const refresh = useEffectEvent((isOver: boolean) => {
    void queryClient.invalidateQueries({ queryKey: ROUNDS_KEY, refetchType: page === 1 ? 'active' : 'none' });
    if (isOver) void queryClient.invalidateQueries({ queryKey: TOTALS_KEY });
  });
  useLiveEvent(
    'ROULETTE_ROUND',
    ({ round }) => refresh(round.completed),
    () => refresh(true),
  );
  useLiveEvent(
    'ROULETTE_BET',
    (bet) =>
      void queryClient.setQueriesData<Reply<typeof getAllRouletteRounds>>(
        { queryKey: ROUNDS_KEY },
        (list) => list && { ...list, data: withBets(list.data, bet) },
      ),
    fetchedWithRound,
  );
}

/** The bets are part of the rounds, which are fetched again. */
const fetchedWithRound = (): void => undefined;

/** Refreshes one round: with each change of state at once, with its bets throttled. */
export function useLiveRound({ id, page }: { id: number; page: number }): void {
  const queryClient = useQueryClient();
  const refresh = useEffectEvent(() => void queryClient.invalidateQueries({ queryKey: roundKey(id) }));
  useLiveEvent(
    'ROULETTE_ROUND',
    ({ round }) => {
      if (round.id === id) refresh();
    },
    () => refresh(),
  );
  useEffect(() => {
    if (page > 1) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onBet = ({ roundId }: { roundId: number }): void => {
      if (roundId !== id) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        refresh();
      }, THROTTLE_MS);
    };
    const stop = onEvent('ROULETTE_BET', onBet, fetchedWithRound);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [id, page]);
}
