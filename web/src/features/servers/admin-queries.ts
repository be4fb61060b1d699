import { getActiveRooms, voidGameRoom } from '@karat/contract/rooms';
import { checkStatus, getGameServers, sendCommand } from '@karat/contract/servers';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';

// Events update these only while the page is shown, so a returning page fetches them again.
const shared = { meta: { isPrivate: true }, staleTime: 0 } as const;

export const serversQuery = queryOptions({
  ...shared,
  queryKey: ['admin', 'servers'],
  queryFn: async ({ signal }) => (await call(getGameServers, undefined, { signal })).data,
});

/** No automatic retry: staff ask an unreachable server again by hand. */
export const statusQuery = (serverId: number) =>
  queryOptions({
    ...shared,
    queryKey: ['admin', 'server-status', serverId],
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) =>
      (await call(checkStatus, { query: { serverId: String(serverId) } }, { signal })).data,
  });

export const activeRoomsQuery = queryOptions({
  ...shared,
  queryKey: ['admin', 'active-rooms'],
  queryFn: async ({ signal }) => (await call(getActiveRooms, undefined, { signal })).data,
});

export type Command = { readonly serverId: number; readonly cmd: string; readonly isConfirmed: boolean };

export const send = async (body: Command): Promise<string> => (await call(sendCommand, { body })).data;

export const voidRoom = ({ roomId, reason }: { roomId: number; reason: string }) =>
  call(voidGameRoom, { params: { roomId: String(roomId) }, body: { reason } });
