import { useQueryClient } from '@tanstack/react-query';
import { useEffectEvent } from 'react';
import { useLiveEvent } from '#core/socket.ts';
import { useMatchesOver } from '#features/rooms/rooms.ts';
import { GAMES_KEY } from './queries.ts';

/**
 * Asks anew when a round or a match is over, and after a break. Whoever lost in it hears nothing of their wallet, so the
 * game itself has to say so. Games further down are left under the reader's eyes.
 */
export function useFreshGames(page = 1): void {
  const queryClient = useQueryClient();
  const refresh = useEffectEvent(
    () => void queryClient.invalidateQueries({ queryKey: GAMES_KEY, refetchType: page === 1 ? 'active' : 'none' }),
  );
  useLiveEvent('ROULETTE_ROUND', ({ round }) => {
    if (round.completed) refresh();
  });
  useMatchesOver(() => refresh());
}
