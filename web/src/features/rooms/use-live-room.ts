import type { Room } from '@karat/contract/rooms';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onConnect, emit, useLiveEvent } from '#core/socket.ts';
import { syncClock } from './clock.ts';
import { roomQuery } from './queries.ts';

/** Subscribes to a room while its page is shown; events replace the cached room. */
export function useLiveRoom({ id, state }: Room, isSeated: boolean): void {
  const queryClient = useQueryClient();
  useLiveEvent('ROOM_DATA', (room) => {
    if (room.id !== id) return;
    syncClock(room.now);
    queryClient.setQueryData(roomQuery(String(id)).queryKey, room);
  });
  useEffect(() => {
    const join = () => emit('JOIN_GAME_ROOM', { roomId: id });
    const rejoin = () => {
      join();
      void queryClient.invalidateQueries({ queryKey: roomQuery(String(id)).queryKey });
    };
    join();
    const stopListening = onConnect(rejoin);
    return () => {
      stopListening();
      emit('QUIT_GAME_ROOM', { roomId: id });
    };
  }, [id, queryClient]);
  useEffect(() => {
    // The server sends the password only to seated players, and only on request.
    if (isSeated && state === 'MATCH_ONGOING')
      void queryClient.invalidateQueries({ queryKey: roomQuery(String(id)).queryKey });
  }, [id, isSeated, state, queryClient]);
}
