import * as contract from '@karat/contract/accounts';
import { Refusal } from '@karat/contract/refusal';
import { deleteAccount } from '@karat/contract/safer-play';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { originOf } from '#http/origin.ts';
import { requestLanguage } from '#http/request-language.ts';
import { clientIpOf, clearSessionCookie } from '#http/session-cookie.ts';
import { createAccounts, createAuthTools, type SignedIn, userOf } from './accounts.ts';
import { setSignInCookies, clientDetailsOf } from './cookies.ts';
import { mountEmailRoutes } from './email-routes.ts';
import { mountFactorRoutes } from './factor-routes.ts';
import { mountPasskeyRoutes } from './passkey-routes.ts';
import { createSignInFailures } from './sign-in-failures.ts';
import { mountSteamRoutes } from './steam-routes.ts';

const LOGIN_MESSAGE = 'Giriş basarılı! Hoşgeldiniz.';

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  const { anyone, player } = createCallers(deps);
  const { env } = deps;
  const tools = createAuthTools(deps);
  const accounts = createAccounts(deps, tools);
  const failures = createSignInFailures();
  app.karat.metrics.push(failures.metric);
  const replyOf = (signedIn: SignedIn, request: FastifyRequest, message: string) => {
    const user = userOf(deps, signedIn, clientIpOf(request));
    return { token: signedIn.token, user, status: 'success' as const, message };
  };

  mount(app, contract.getMe, anyone, async ({ query }, caller, request) => {
    const visit = { origin: originOf(request.headers, env), address: clientIpOf(request) };
    if (caller !== undefined) return { data: await accounts.describeMe(caller, visit) };
    if (query.optional === '1') return { data: null };
    throw new Refusal('unauthenticated', 'Please sign in first.');
  });

  mount(app, contract.signup, anyone, async ({ body }, _, request, reply) => {
    const signedIn = await accounts.signup(body, clientDetailsOf(request, env));
    setSignInCookies(reply, env, signedIn);
    return replyOf(signedIn, request, 'Kayıt başarılı!');
  });

  mount(app, contract.login, anyone, async ({ body }, _, request, reply) => {
    const signedIn = await accounts.login(body, clientDetailsOf(request, env)).catch((error: unknown) => {
      failures.count('password', error);
      throw error;
    });
    setSignInCookies(reply, env, signedIn);
    return replyOf(signedIn, request, LOGIN_MESSAGE);
  });

  mount(app, contract.logout, anyone, async (_, caller, __, reply) => {
    if (caller !== undefined) await accounts.logout(caller);
    clearSessionCookie(reply, env);
    return { message: 'Signed out.' };
  });

  mount(app, contract.changePassword, player, async ({ body }, caller, request) => {
    const language = requestLanguage(request.headers);
    await accounts.changePassword(caller, { ...body, address: clientIpOf(request), language });
    return { message: 'Istek başarılı!' };
  });

  mount(app, contract.setPassword, player, async ({ body }, caller, request) => {
    await accounts.setPassword(caller, { ...body, language: requestLanguage(request.headers) });
    return { message: 'Istek başarılı!' };
  });

  mount(app, contract.getSessions, player, async (_, caller) => ({ data: await accounts.listSessions(caller) }));

  mount(app, contract.revokeSession, player, async ({ params }, caller, _, reply) => {
    await accounts.revokeSession(caller, params.id);
    if (params.id === caller.sessionId) clearSessionCookie(reply, env);
    return { message: 'Signed out.' };
  });

  mount(app, deleteAccount, player, async ({ body }, caller, request, reply) => {
    await accounts.deleteAccount(caller, { ...body, address: clientIpOf(request) });
    clearSessionCookie(reply, env);
    return { message: 'Your account was deleted.' };
  });

  mountEmailRoutes(app, deps, tools);
  mountSteamRoutes(app, deps, failures);
  const signInTools = {
    tools,
    failures,
    replyOf: (signedIn: SignedIn, request: FastifyRequest) => replyOf(signedIn, request, LOGIN_MESSAGE),
  };
  mountFactorRoutes(app, deps, signInTools);
  mountPasskeyRoutes(app, deps, signInTools);
}
