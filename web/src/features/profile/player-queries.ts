import { getProfilePrivacy, getPublicProfile } from '@karat/contract/profile';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';

/** Prefix of all public profiles. */
export const PLAYER_KEY = ['player'] as const;

export const playerQuery = (username: string) =>
  queryOptions({
    queryKey: [...PLAYER_KEY, username],
    staleTime: 0,
    queryFn: async ({ signal }) => (await call(getPublicProfile, { params: { username } }, { signal })).data,
  });

export const privacyQuery = queryOptions({
  queryKey: ['profile-privacy'],
  meta: { isPrivate: true },
  queryFn: async ({ signal }) => (await call(getProfilePrivacy, undefined, { signal })).data,
});
