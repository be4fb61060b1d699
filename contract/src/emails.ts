import * as z from 'zod/mini';
import { emailChangeForm, emailLinkForm, passwordResetForm, passwordResetRequestForm } from './account-forms.ts';
import { endpoint } from './endpoint.ts';

const done = z.object({ message: z.string() });

export const getEmailSettings = endpoint({
  method: 'GET',
  path: '/auth/getEmailSettings',
  worksInMaintenance: true,
  summary: 'Whether the site sends e-mails, such as links for a new password.',
  reply: z.object({ data: z.object({ isAvailable: z.boolean() }) }),
});

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/auth/requestPasswordReset',
  worksInMaintenance: true,
  summary:
    'Send a link for a new password to an e-mail address. The reply is the same whether an account has the address.',
  body: passwordResetRequestForm,
  refuses: ['unavailable', 'too_many'],
  reply: done,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/resetPassword',
  worksInMaintenance: true,
  summary:
    'Set a new password with the token of a link from an e-mail. It works once, within an hour, and ends every session.',
  body: passwordResetForm,
  refuses: ['link_invalid', 'forbidden', 'too_many', 'unavailable'],
  reply: done,
});

const myEmail = z.object({
  isAvailable: z.boolean(),
  address: z.nullable(z.string()),
  isVerified: z.boolean(),
  /** An address that waits for its confirmation. */
  newAddress: z.nullable(z.string()),
});
export type MyEmail = z.output<typeof myEmail>;

export const getMyEmail = endpoint({
  method: 'GET',
  path: '/auth/getMyEmail',
  summary: "The player's e-mail address, whether it is confirmed, and a new one that waits for its confirmation.",
  reply: z.object({ data: myEmail }),
});

export const requestEmailVerification = endpoint({
  method: 'POST',
  path: '/auth/requestEmailVerification',
  summary: "Send a link that confirms the player's e-mail address. It works once, within 24 hours.",
  refuses: ['forbidden', 'invalid', 'too_many', 'unavailable'],
  reply: done,
});

export const changeEmail = endpoint({
  method: 'POST',
  path: '/auth/changeEmail',
  summary:
    'Send a link to a new e-mail address, and a notice to the old one. The address changes when the link is used.',
  body: emailChangeForm,
  refuses: ['forbidden', 'stale_sign_in', 'too_many', 'unavailable', 'wrong_password'],
  reply: done,
});

export const cancelEmailChange = endpoint({
  method: 'POST',
  path: '/auth/cancelEmailChange',
  summary: 'Keep the e-mail address: the link to the new one no longer works.',
  reply: done,
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/auth/confirmEmail',
  summary: 'Confirm an e-mail address with the token of a link, in a session of its account.',
  body: emailLinkForm,
  refuses: ['forbidden', 'link_invalid', 'taken'],
  reply: done,
});
