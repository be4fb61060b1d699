import { useQueryClient } from '@tanstack/react-query';
import { useEffectEvent } from 'react';
import { useLiveEvent } from '#core/socket.ts';
import { useMatchEnd } from '#features/rooms/rooms.ts';
import { GAMES_KEY } from './queries.ts';

/**
 * Fetches again when a round or match ends, and after a reconnect. A lost game changes no balance, so the game's own
 * event is needed. Later pages stay still while they are read.
 */
export function useLiveGames(page = 1): void {
  const queryClient = useQueryClient();
  const refresh = useEffectEvent(
    () => void queryClient.invalidateQueries({ queryKey: GAMES_KEY, refetchType: page === 1 ? 'active' : 'none' }),
  );
  useLiveEvent(
    'ROULETTE_ROUND',
    ({ round }) => round.completed && refresh(),
    () => refresh(),
  );
  useMatchEnd(() => refresh());
}
