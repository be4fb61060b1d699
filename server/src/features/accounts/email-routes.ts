import * as contract from '@karat/contract/emails';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { requestLanguage } from '#http/request-language.ts';
import { clearSessionCookie, clientIpOf } from '#http/session-cookie.ts';
import type { AuthTools } from './account-deps.ts';
import {
  cancelEmailChange,
  confirmEmail,
  describeEmail,
  requestEmailChange,
  requestVerification,
} from './email-addresses.ts';
import { requestPasswordReset, resetPassword } from './password-reset.ts';

/** Calls for links in e-mails. */
export function mountEmailRoutes(app: FastifyInstance, deps: Deps, tools: AuthTools): void {
  const { anyone, player } = createCallers(deps);
  const { env, email } = deps;

  mount(app, contract.getEmailSettings, anyone, async () => ({ data: { isAvailable: email !== undefined } }));

  mount(app, contract.requestPasswordReset, anyone, async ({ body }, _, request) => {
    const language = requestLanguage(request.headers);
    await requestPasswordReset(deps, { email: body.email, address: clientIpOf(request), language });
    return { message: 'If an account has this address, a link is on its way.' };
  });

  mount(app, contract.resetPassword, anyone, async ({ body }, caller, request, reply) => {
    const { token, newPassword } = body;
    const language = requestLanguage(request.headers);
    await resetPassword(deps, tools, caller, { token, newPassword, address: clientIpOf(request), language });
    clearSessionCookie(reply, env);
    return { message: 'Your password was changed. Sign in with the new one.' };
  });

  mount(app, contract.getMyEmail, player, async (_, caller) => ({ data: await describeEmail(deps, caller.id) }));

  mount(app, contract.requestEmailVerification, player, async (_, caller, request) => {
    await requestVerification(deps, caller, requestLanguage(request.headers));
    return { message: 'A link is on its way.' };
  });

  mount(app, contract.changeEmail, player, async ({ body }, caller, request) => {
    const language = requestLanguage(request.headers);
    await requestEmailChange(deps, tools, caller, { ...body, address: clientIpOf(request), language });
    return { message: 'A link is on its way to the new address.' };
  });

  mount(app, contract.cancelEmailChange, player, async (_, caller) => {
    await cancelEmailChange(deps, caller);
    return { message: 'Your address stays as it is.' };
  });

  mount(app, contract.confirmEmail, player, async ({ body }, caller, request) => {
    await confirmEmail(deps, caller, { ...body, language: requestLanguage(request.headers) });
    return { message: 'Your e-mail address is confirmed.' };
  });
}
