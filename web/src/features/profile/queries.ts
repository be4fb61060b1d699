import { getSessions } from '@karat/contract/accounts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#app/api.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  meta: { isPrivate: true },
  queryFn: async ({ signal }) => (await call(getSessions, undefined, { signal })).data,
});
