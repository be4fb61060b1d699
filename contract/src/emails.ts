import * as z from 'zod/mini';
import { passwordResetForm, passwordResetRequestForm } from './account-forms.ts';
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
