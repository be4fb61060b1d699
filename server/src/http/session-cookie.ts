import { parse, serialize } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import type { Env } from '#env.ts';

type OriginEnv = Pick<Env, 'publicOrigin'>;

const BEARER = /^Bearer ([\w-]{20,100})$/i;
const TOKEN = /^[\w-]{20,100}$/;

/** The longest possible session. */
const SESSION_MAX_AGE_SECONDS = 7 * 24 * 60 * 60;

function isSecure(env: OriginEnv): boolean {
  return env.publicOrigin?.startsWith('https:') ?? false;
}

// The __Host- prefix makes browsers refuse the cookie from a subdomain or over plain http.
function cookieName(env: OriginEnv): string {
  return isSecure(env) ? '__Host-karat_session' : 'karat_session';
}

/** Cookies by name; empty if the header cannot be parsed. */
export function cookiesOf(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  return headers.cookie === undefined ? {} : parse(headers.cookie);
}

export function bearerOf(headers: IncomingHttpHeaders): string | undefined {
  return headers.authorization === undefined ? undefined : BEARER.exec(headers.authorization)?.[1];
}

/** The session token of a call. With an Authorization header the cookie is ignored. */
export function tokenOf(headers: IncomingHttpHeaders, env: OriginEnv): string | undefined {
  if (headers.authorization !== undefined) return bearerOf(headers);
  const token = cookiesOf(headers)[cookieName(env)];
  return token !== undefined && TOKEN.test(token) ? token : undefined;
}

type Cookie = { name: string; value: string; maxAgeSeconds: number; sameSite: 'strict' | 'lax' };

/** Sets a cookie that no script can read. */
export function setCookie(reply: FastifyReply, env: OriginEnv, { name, value, maxAgeSeconds, sameSite }: Cookie): void {
  const options = { path: '/', httpOnly: true, secure: isSecure(env), sameSite, maxAge: maxAgeSeconds } as const;
  reply.header('set-cookie', serialize(name, value, options));
}

export function setSessionCookie(reply: FastifyReply, env: OriginEnv, token: string): void {
  const maxAgeSeconds = SESSION_MAX_AGE_SECONDS;
  setCookie(reply, env, { name: cookieName(env), value: token, maxAgeSeconds, sameSite: 'strict' });
}

export function clearSessionCookie(reply: FastifyReply, env: OriginEnv): void {
  setCookie(reply, env, { name: cookieName(env), value: '', maxAgeSeconds: 0, sameSite: 'strict' });
}

/** The caller's address: the peer's, or the one reported by a trusted proxy. */
export function clientIpOf(request: FastifyRequest): string {
  return request.ip;
}
