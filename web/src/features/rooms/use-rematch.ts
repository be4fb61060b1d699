import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import { type Room, joinRematch, leaveGameRoom } from '@karat/contract/rooms';
import { seatsTotal } from '@karat/rules/rooms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { call, newIdempotencyKey } from '#core/api.ts';
import { roomQuery } from './queries.ts';
import { showFailure } from './show-failure.ts';

/** Offers or accepts a rematch. When its room is full, the page moves there, unless it was full from the start. */
export function useRematch(room: Room, steamId: string) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const players = room.rematch?.players ?? [];
  const rematchId = room.rematch?.roomId ?? null;
  const isSeated = players.includes(steamId);
  const isFull = players.length >= seatsTotal(room.player_count);
  const goTo = (roomId: number) => void navigate(fillPath(pages.room, { roomId }));
  const refetch = () => queryClient.invalidateQueries({ queryKey: roomQuery(String(room.id)).queryKey });

  const hasWaited = useRef(false);
  const move = useEffectEvent(goTo);
  useEffect(() => {
    const isReady = isSeated && isFull && rematchId !== null;
    if (isReady && hasWaited.current) move(rematchId);
    hasWaited.current = isSeated && !isFull;
  }, [isSeated, isFull, rematchId]);

  return {
    isSeated,
    isFull,
    join: useMutation({
      mutationFn: () =>
        call(joinRematch, { params: { roomId: String(room.id) } }, { idempotencyKey: newIdempotencyKey() }),
      onSuccess: (joined) => (joined.isFull ? goTo(joined.roomId) : undefined),
      onError: showFailure,
      onSettled: refetch,
    }),
    cancel: useMutation({
      mutationFn: (roomId: number) =>
        call(leaveGameRoom, { params: { roomId: String(roomId) } }, { idempotencyKey: newIdempotencyKey() }),
      onError: showFailure,
      onSettled: refetch,
    }),
  };
}

export type RematchActions = ReturnType<typeof useRematch>;
