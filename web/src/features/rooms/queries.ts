import { type Room, getActiveRooms, getGameRoom } from '@karat/contract/rooms';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { syncClock } from './clock.ts';
import { newerRoom } from './room-state.ts';

/** Waiting and running rooms. Events update the list only while it is shown, so a returning page fetches it again. */
export const roomsQuery = queryOptions({
  queryKey: ['rooms'],
  staleTime: 0,
  queryFn: async ({ signal }) => (await call(getActiveRooms, undefined, { signal })).data,
});

export const roomQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['room', roomId],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const room = await call(getGameRoom, { params: { roomId } }, { signal });
      syncClock(room.now);
      return room;
    },
    // A response may be older than an event that arrived while it was in flight.
    structuralSharing: (known, fresh) => newerRoom(known as Room | undefined, fresh as Room),
  });
