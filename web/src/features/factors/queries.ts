import { getSecondFactor } from '@karat/contract/factors';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';

export const factorQuery = queryOptions({
  queryKey: ['second-factor'],
  meta: { isPrivate: true },
  queryFn: async ({ signal }) => (await call(getSecondFactor, undefined, { signal })).data,
});
