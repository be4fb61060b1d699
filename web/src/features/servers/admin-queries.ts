import { getActiveRooms, voidGameRoom } from '@karat/contract/rooms';
import { checkStatus, getGameServers, sendCommand } from '@karat/contract/servers';
import { queryOptions } from '@tanstack/react-query';
import { ApiRefusal, call, isUnauthenticated } from '#app/api.ts';
import type { Catalogue } from '#i18n/mixed.ts';
import { textOfRefusal } from '#i18n/refusals.ts';

// While the page is not shown nobody keeps these up to date: whoever comes back asks again.
const shared = { meta: { isPrivate: true }, staleTime: 0 } as const;

export const serversQuery = queryOptions({
  ...shared,
  queryKey: ['admin', 'servers'],
  queryFn: async ({ signal }) => (await call(getGameServers, undefined, { signal })).data,
});

/** A server that does not answer is asked again when staff want it, not by itself. */
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

/** Why something was not done; undefined where the form to sign in says it already. */
export function reasonOf(t: Catalogue, error: unknown): string | undefined {
  if (isUnauthenticated(error)) return undefined;
  if (!(error instanceof ApiRefusal)) return t.toasts.networkError;
  return textOfRefusal(t, error) || t.views.error;
}
