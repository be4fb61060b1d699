import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '#env.ts';
import { requestLanguages } from '#http/request-language.ts';
import { clientIpOf, cookiesOf, setCookie, setSessionCookie } from '#http/session-cookie.ts';
import type { SignedIn } from './accounts.ts';
import { describeDevice } from './devices.ts';
import type { ClientDetails } from './known-devices.ts';
import { CHALLENGE_MAX_MS } from './sign-in-challenges.ts';
import { STEAM_SIGN_IN_MAX_MS } from './steam-sign-in.ts';

/** The longest lifetime that browsers allow. */
const DEVICE_MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

// Browsers accept a __Host- cookie only over https and from this host, so a sibling domain cannot plant one.
function cookieName(name: 'karat_device' | 'karat_steam' | 'karat_challenge', env: Env): string {
  return env.publicOrigin?.startsWith('https:') ? `__Host-${name}` : name;
}

export function clientDetailsOf(request: FastifyRequest, env: Env): ClientDetails {
  return {
    address: clientIpOf(request),
    device: describeDevice(request.headers['user-agent']),
    deviceToken: cookiesOf(request.headers)[cookieName('karat_device', env)],
    languages: requestLanguages(request.headers),
  };
}

/** Sets the cookie of the session and the cookie by which the device is recognised next time. */
export function setSignInCookies(reply: FastifyReply, env: Env, { token, deviceToken }: SignedIn): void {
  setSessionCookie(reply, env, token);
  const name = cookieName('karat_device', env);
  setCookie(reply, env, { name, value: deviceToken, maxAgeSeconds: DEVICE_MAX_AGE_SECONDS, sameSite: 'strict' });
}

export function steamStateOf(request: FastifyRequest, env: Env): string | undefined {
  return cookiesOf(request.headers)[cookieName('karat_steam', env)];
}

/** Lax, because the return from Steam is a navigation from another site, which does not send Strict cookies. */
export function setSteamState(reply: FastifyReply, env: Env, state: string): void {
  const name = cookieName('karat_steam', env);
  setCookie(reply, env, { name, value: state, maxAgeSeconds: STEAM_SIGN_IN_MAX_MS / 1_000, sameSite: 'lax' });
}

export function clearSteamState(reply: FastifyReply, env: Env): void {
  setCookie(reply, env, { name: cookieName('karat_steam', env), value: '', maxAgeSeconds: 0, sameSite: 'lax' });
}

export function challengeOf(request: FastifyRequest, env: Env): string | undefined {
  return cookiesOf(request.headers)[cookieName('karat_challenge', env)];
}

/** For a browser that comes from Steam: the page asks for the code, and no script needs the challenge. */
export function setChallenge(reply: FastifyReply, env: Env, challenge: string): void {
  const name = cookieName('karat_challenge', env);
  setCookie(reply, env, { name, value: challenge, maxAgeSeconds: CHALLENGE_MAX_MS / 1_000, sameSite: 'strict' });
}

export function clearChallenge(reply: FastifyReply, env: Env): void {
  setCookie(reply, env, { name: cookieName('karat_challenge', env), value: '', maxAgeSeconds: 0, sameSite: 'strict' });
}
