import { getEmailSettings, getMyEmail } from '@karat/contract/emails';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';

/** Whether the site sends e-mails. */
export const emailSettingsQuery = queryOptions({
  queryKey: ['email-settings'],
  queryFn: async ({ signal }) => (await call(getEmailSettings, undefined, { signal })).data,
});

/** The player's address, and whether it is confirmed. */
export const myEmailQuery = queryOptions({
  queryKey: ['my-email'],
  meta: { isPrivate: true },
  queryFn: async ({ signal }) => (await call(getMyEmail, undefined, { signal })).data,
});
