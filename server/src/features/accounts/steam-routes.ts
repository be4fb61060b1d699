import * as contract from '@karat/contract/accounts';
import { pageAliases, pages } from '@karat/contract/pages';
import { Refusal, type RefusalCode } from '@karat/contract/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SignInFailure, type SteamIdentity } from '#adapters/steam/steam.ts';
import type { Caller, Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { isNavigation } from '#http/navigation.ts';
import { networkOf } from '#http/network.ts';
import { isLoopbackAddress, originOf } from '#http/origin.ts';
import { assertRate, type Rate } from '#http/rate-limit.ts';
import { clientIpOf } from '#http/session-cookie.ts';
import {
  clearSteamState,
  setChallenge,
  setSignInCookies,
  setSteamState,
  steamStateOf,
  clientDetailsOf,
} from './cookies.ts';
import type { SignInFailures } from './sign-in-failures.ts';
import { startSteamSignIn, linkSteam, signInWithSteam, consumeSteamSignIn } from './steam-sign-in.ts';
import { LOOPBACK_FACTOR } from './throttle.ts';

/** Each sign-in attempt inserts a row, and anyone may start one. */
const SIGN_IN_RATE: Rate = { burst: 30, perSecond: 0.5 };

const OUTCOMES: Partial<Record<RefusalCode, contract.SignInOutcome>> = {
  already_linked: 'already_linked',
  banned: 'banned',
  forbidden: 'staff',
  maintenance: 'unavailable',
  second_factor_required: 'second_factor',
  switched_off: 'sign_ups_off',
  too_many: 'too_many',
  unavailable: 'unavailable',
};

const REFUSALS = {
  cancelled: new Refusal('sign_in_failed', 'The sign-in was cancelled.'),
  failed: new Refusal('sign_in_failed', 'The sign-in could not be verified. Please try again.'),
  unavailable: new Refusal('unavailable', 'The game platform does not answer. Please try again.', {
    retryAfterSeconds: 10,
  }),
} as const;

/** Characters allowed in a path parameter: none that could end the path, the header or the origin. */
const PARAMETER_PATTERN = "[\\w.~!*'()%-]+";

const PAGE_PATTERNS = [...Object.values(pages), ...Object.values(pageAliases)].map(
  (page) => new RegExp(`^${page.replace(/:\w+/g, PARAMETER_PATTERN)}$`),
);

/** The page to return to after a sign-in: always one of our pages, whatever was requested. */
export function returnPathOf(requestedPath: string | undefined): string {
  return requestedPath !== undefined && PAGE_PATTERNS.some((pattern) => pattern.test(requestedPath))
    ? requestedPath
    : pages.home;
}

type SignInContext = { readonly request: FastifyRequest; readonly reply: FastifyReply; returnPath: string };

function redirectBack({ reply, returnPath }: SignInContext, outcome: contract.SignInOutcome): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(`${returnPath}?signin=${outcome}`, 303);
}

/** A browser is redirected to the page with the outcome; a program gets the refusal itself. */
function redirectBackWithError(context: SignInContext, error: unknown): FastifyReply {
  const refusal = error instanceof SignInFailure ? REFUSALS[error.outcome] : error;
  if (!(refusal instanceof Refusal) || !isNavigation(context.request.headers)) throw refusal;
  return redirectBack(context, error instanceof SignInFailure ? error.outcome : (OUTCOMES[refusal.code] ?? 'failed'));
}

function assertSignInRate({ limits }: Deps, request: FastifyRequest): void {
  const address = clientIpOf(request);
  const factor = isLoopbackAddress(address) ? LOOPBACK_FACTOR : 1;
  const rate = { burst: SIGN_IN_RATE.burst * factor, perSecond: SIGN_IN_RATE.perSecond * factor };
  assertRate(limits, { key: `steam:${networkOf(address)}`, rate, message: 'Please wait a moment.' });
}

/**
 * The public origin of the site. The Host header of a request could name another site that forwards its visitors' sign-ins, so
 * Steam gets PUBLIC_URL or localhost. Only the sandbox uses the origin of the request.
 */
function signInOrigin({ env }: Deps, request: FastifyRequest): string {
  const origin = originOf(request.headers, env);
  if (env.publicOrigin !== undefined || env.platform === 'sandbox') return origin;
  return /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(origin)
    ? origin
    : `http://localhost:${env.port}`;
}

function requireSteam({ steam }: Deps): SteamIdentity {
  if (steam === undefined) throw new Refusal('unavailable', 'This site does not offer Steam sign-in.');
  return steam;
}

async function startSignIn(deps: Deps, context: SignInContext, caller: Caller | undefined): Promise<FastifyReply> {
  try {
    assertSignInRate(deps, context.request);
    const origin = signInOrigin(deps, context.request);
    const { state, url } = await startSteamSignIn(deps, requireSteam(deps), {
      origin,
      returnPath: context.returnPath,
      caller,
    });
    setSteamState(context.reply, deps.env, state);
    return context.reply.header('cache-control', 'no-store').redirect(url, 302);
  } catch (error) {
    return redirectBackWithError(context, error);
  }
}

/**
 * The session cookie set here is Strict, so a browser coming from Steam does not send it with the redirect that follows. That is
 * fine: the page is the same for everyone and fetches the user by a call of its own, which sends the cookie.
 */
async function finishSignIn(deps: Deps, context: SignInContext, failures: SignInFailures): Promise<FastifyReply> {
  const { request, reply } = context;
  clearSteamState(reply, deps.env);
  try {
    const steam = requireSteam(deps);
    const pending = await consumeSteamSignIn(deps, steamStateOf(request, deps.env));
    if (pending === undefined) throw new SignInFailure('failed', 'no pending sign-in in this browser');
    context.returnPath = pending.returnPath;
    const visit = { origin: signInOrigin(deps, request), state: pending.state };
    const steamId = await steam.verify(request.url, visit);
    const profile = await steam.profile(steamId);
    if (pending.sessionId !== null) {
      return redirectBack(context, await linkSteam(deps, { sessionId: pending.sessionId, steamId, profile }));
    }
    setSignInCookies(
      reply,
      deps.env,
      await signInWithSteam(deps, { steamId, profile, client: clientDetailsOf(request, deps.env) }),
    );
    return redirectBack(context, 'ok');
  } catch (error) {
    failures.count('steam', error);
    if (error instanceof Refusal && error.challenge !== undefined) setChallenge(reply, deps.env, error.challenge);
    if (error instanceof SignInFailure) {
      deps.log.info({ requestId: request.id, outcome: error.outcome, reason: error.message }, 'Steam sign-in failed');
    }
    return redirectBackWithError(context, error);
  }
}

export function mountSteamRoutes(app: FastifyInstance, deps: Deps, failures: SignInFailures): void {
  const { anyone } = createCallers(deps);

  mount(app, contract.steamLogin, anyone, ({ query }, caller, request, reply) =>
    startSignIn(deps, { request, reply, returnPath: returnPathOf(query.returnTo) }, caller),
  );

  mount(app, contract.steamReturn, anyone, (_, __, request, reply) =>
    finishSignIn(deps, { request, reply, returnPath: '/' }, failures),
  );
}
