import * as contract from '@karat/contract/factors';
import type { Reply } from '@karat/contract/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { clientIpOf } from '#http/session-cookie.ts';
import type { AuthTools } from './account-deps.ts';
import type { SignedIn } from './accounts.ts';
import { challengeOf, clearChallenge, clientDetailsOf, setSignInCookies } from './cookies.ts';
import { createSecondFactor } from './second-factor.ts';
import type { SignInFailures } from './sign-in-failures.ts';

/** What the routes of all ways to sign in share. */
export type SignInRouteTools = {
  readonly tools: AuthTools;
  readonly failures: SignInFailures;
  replyOf(signedIn: SignedIn, request: FastifyRequest): Reply<typeof contract.confirmSignIn>;
};

export function mountFactorRoutes(
  app: FastifyInstance,
  deps: Deps,
  { tools, failures, replyOf }: SignInRouteTools,
): void {
  const { anyone, player } = createCallers(deps);
  const { env } = deps;
  const secondFactor = createSecondFactor(deps, tools);

  mount(app, contract.confirmSignIn, anyone, async ({ body }, _, request, reply) => {
    const { code, challenge = challengeOf(request, env) } = body;
    const client = clientDetailsOf(request, env);
    const signedIn = await secondFactor.confirmSignIn({ challenge, code }, client).catch((error: unknown) => {
      failures.count('code', error);
      throw error;
    });
    setSignInCookies(reply, env, signedIn);
    clearChallenge(reply, env);
    return replyOf(signedIn, request);
  });

  mount(app, contract.getSecondFactor, player, async (_, caller) => ({ data: await secondFactor.readState(caller) }));

  mount(app, contract.setUpSecondFactor, player, async ({ body }, caller, request) => ({
    data: await secondFactor.setUp(caller, { ...body, address: clientIpOf(request) }),
  }));

  mount(app, contract.confirmSecondFactor, player, async ({ body }, caller, request) => ({
    data: await secondFactor.confirm(caller, { ...body, client: clientDetailsOf(request, env) }),
  }));

  mount(app, contract.verifySecondFactor, player, async ({ body }, caller, request) => {
    await secondFactor.verify(caller, { ...body, client: clientDetailsOf(request, env) });
    return { message: 'The code is right.' };
  });

  mount(app, contract.turnOffSecondFactor, player, async ({ body }, caller, request) => {
    await secondFactor.turnOff(caller, { ...body, client: clientDetailsOf(request, env) });
    return { message: 'The second factor is off.' };
  });

  mount(app, contract.replaceRecoveryCodes, player, async ({ body }, caller, request) => ({
    data: await secondFactor.replaceRecoveryCodes(caller, { ...body, client: clientDetailsOf(request, env) }),
  }));
}
