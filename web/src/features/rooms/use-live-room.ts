import type { Room } from '@karat/contract/rooms';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect } from 'react';
import { onConnect, emit, useLiveEvent } from '#core/socket.ts';
import { setFlag, useFlags } from '#core/modals.ts';
import { hearClock } from './clock.ts';
import { roomQuery } from './queries.ts';

/** Sits in the channel of a room while its page is shown: what is told replaces what was known. */
export function useLiveRoom({ id, state }: Room, isSeated: boolean): void {
  const queryClient = useQueryClient();
  useLiveEvent('ROOM_DATA', (room) => {
    if (room.id !== id) return;
    hearClock(room.now);
    queryClient.setQueryData(roomQuery(String(id)).queryKey, room);
  });
  useEffect(() => {
    const join = () => emit('JOIN_GAME_ROOM', { roomId: id });
    const comeBack = () => {
      join();
      void queryClient.invalidateQueries({ queryKey: roomQuery(String(id)).queryKey });
    };
    join();
    const forget = onConnect(comeBack);
    return () => {
      forget();
      emit('QUIT_GAME_ROOM', { roomId: id });
    };
  }, [id, queryClient]);
  useEffect(() => {
    // The password is told to those who sit there, and only to those who ask.
    if (isSeated && state === 'MATCH_ONGOING')
      void queryClient.invalidateQueries({ queryKey: roomQuery(String(id)).queryKey });
  }, [id, isSeated, state, queryClient]);
}

/** A room has a chat of its own: the global one gives way for as long as its page is shown. */
export function useChatClosed(): void {
  useLayoutEffect(() => {
    const wasOpen = useFlags.getState().isChatOpen;
    setFlag('isChatOpen', false);
    return () => {
      if (wasOpen) setFlag('isChatOpen', true);
    };
  }, []);
}
