import type { RoomSummary } from '@karat/contract/rooms';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onConnect, useHeard } from '#core/channel.ts';
import { roomsQuery } from './queries.ts';

// An answer on its way may be older than what was told.
async function takeRooms(queryClient: QueryClient, rooms: RoomSummary[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey: roomsQuery.queryKey });
  queryClient.setQueryData(roomsQuery.queryKey, rooms);
}

/** Keeps the list true while it is shown: by what is told, and after a break. */
export function useLiveRooms(): void {
  const queryClient = useQueryClient();
  useHeard('ROOMS_CHANGED', ({ data }) => void takeRooms(queryClient, data));
  useEffect(
    () => onConnect(() => void queryClient.invalidateQueries({ queryKey: roomsQuery.queryKey })),
    [queryClient],
  );
}
