import * as contract from '@karat/contract/passkeys';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { listPasskeys } from '#features/passkeys/passkeys.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { networkOf } from '#http/network.ts';
import { isLoopbackAddress, originOf } from '#http/origin.ts';
import { assertRate, type Rate } from '#http/rate-limit.ts';
import { clientIpOf } from '#http/session-cookie.ts';
import { challengeOf, clearChallenge, clientDetailsOf, setSignInCookies } from './cookies.ts';
import type { SignInRouteTools } from './factor-routes.ts';
import { createPasskeyAccounts } from './passkey-sign-in.ts';
import { LOOPBACK_FACTOR } from './throttle.ts';

/** Each attempt inserts a row, and anyone may start one. */
const SIGN_IN_RATE: Rate = { burst: 30, perSecond: 0.5 };

function assertSignInRate({ limits }: Pick<Deps, 'limits'>, address: string): void {
  const factor = isLoopbackAddress(address) ? LOOPBACK_FACTOR : 1;
  const rate = { burst: SIGN_IN_RATE.burst * factor, perSecond: SIGN_IN_RATE.perSecond * factor };
  assertRate(limits, { key: `passkey:${networkOf(address)}`, rate, message: 'Please wait a moment.' });
}

export function mountPasskeyRoutes(
  app: FastifyInstance,
  deps: Deps,
  { tools, failures, replyOf }: SignInRouteTools,
): void {
  const { anyone, player } = createCallers(deps);
  const { env, db } = deps;
  const passkeys = createPasskeyAccounts(deps, tools);
  const at = ({ headers }: FastifyRequest) => ({ origin: originOf(headers, env) });

  mount(app, contract.getPasskeys, player, async (_, { id }) => ({ data: await listPasskeys(db.sql, id) }));

  mount(app, contract.startPasskey, player, async ({ body }, caller, request) => ({
    data: await passkeys.startAdding(caller, { ...body, ...at(request), address: clientIpOf(request) }),
  }));

  mount(app, contract.addPasskey, player, async ({ body }, caller, request) => {
    await passkeys.add(caller, { ...body, ...at(request) }, clientDetailsOf(request, env));
    return { message: 'The passkey is stored.' };
  });

  mount(app, contract.removePasskey, player, async ({ params }, caller, request) => {
    await passkeys.remove(caller, params.id, clientDetailsOf(request, env));
    return { message: 'The passkey is removed.' };
  });

  mount(app, contract.startPasskeySignIn, anyone, async ({ body }, _, request) => {
    assertSignInRate(deps, clientIpOf(request));
    const { challenge = challengeOf(request, env) } = body;
    return { data: await passkeys.startSignIn({ ...at(request), challenge }) };
  });

  mount(app, contract.signInWithPasskey, anyone, async ({ body }, _, request, reply) => {
    const client = clientDetailsOf(request, env);
    const signedIn = await passkeys.signIn({ ...body, ...at(request) }, client).catch((error: unknown) => {
      failures.count('passkey', error);
      throw error;
    });
    setSignInCookies(reply, env, signedIn);
    clearChallenge(reply, env);
    return replyOf(signedIn, request);
  });

  mount(app, contract.startPasskeyCheck, player, async (_, caller, request) => ({
    data: await passkeys.startCheck(caller, at(request)),
  }));

  mount(app, contract.verifyPasskey, player, async ({ body }, caller, request) => {
    await passkeys.check(caller, { ...body, ...at(request) });
    return { message: 'The passkey is right.' };
  });
}
