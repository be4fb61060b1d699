import { type Room, getActiveRooms, getGameRoom } from '@karat/contract/rooms';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { hearClock } from './clock.ts';
import { newerRoom } from './room-state.ts';

/** The rooms that wait or are being played. While the list is not shown nobody keeps it true, so coming back asks again. */
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
      hearClock(room.now);
      return room;
    },
    // An answer may be older than what was told while it was on its way.
    structuralSharing: (known, fresh) => newerRoom(known as Room | undefined, fresh as Room),
  });
