import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onConnect, useHeard } from '#core/channel.ts';
import { activeRoomsQuery, serversQuery } from './admin-queries.ts';

/** Keeps the rooms, and which server each is played on, true while they are shown. */
export function useFreshRooms(): void {
  const queryClient = useQueryClient();
  useHeard('ROOMS_CHANGED', ({ data }) => {
    // An answer on its way may be older than what was told.
    void queryClient
      .cancelQueries({ queryKey: activeRoomsQuery.queryKey })
      .then(() => queryClient.setQueryData(activeRoomsQuery.queryKey, data));
    void queryClient.invalidateQueries({ queryKey: serversQuery.queryKey });
  });
  useEffect(
    () =>
      onConnect(() => {
        for (const { queryKey } of [activeRoomsQuery, serversQuery]) void queryClient.invalidateQueries({ queryKey });
      }),
    [queryClient],
  );
}
