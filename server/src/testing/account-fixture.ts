import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect } from 'vitest';
import { createTestSite, type TestSite } from './test-site.ts';

export type Body = Record<string, unknown>;
export type More = { token?: string | undefined; cookie?: string; headers?: Record<string, string>; address?: string };

function headersOf({ token, cookie, headers }: More): Record<string, string> {
  return {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(cookie === undefined ? {} : { cookie }),
    ...headers,
  };
}

export function cookieIn(reply: LightMyRequestResponse, name: string) {
  return reply.cookies.find((cookie) => cookie.name === name);
}

export async function statusOf(reply: Promise<LightMyRequestResponse>): Promise<number> {
  return (await reply).statusCode;
}

/** A site for a whole file of tests, and the calls of those who come and go at its door. */
export function createAccountFixture() {
  let world: TestSite;
  let players = 0;
  beforeAll(async () => {
    world = await createTestSite();
  });
  afterAll(() => world.close());

  function post(url: string, payload: unknown, more: More = {}): Promise<LightMyRequestResponse> {
    const remoteAddress = more.address ?? '127.0.0.1';
    return world.http.inject({
      method: 'POST',
      url,
      payload: payload as Body,
      headers: headersOf(more),
      remoteAddress,
    });
  }

  function get(url: string, more: More = {}): Promise<LightMyRequestResponse> {
    return world.http.inject({ method: 'GET', url, headers: headersOf(more) });
  }

  return {
    site: () => world,
    post,
    get,
    /** A player who has just signed up. */
    async newPlayer(password = 'parola-1') {
      const username = `oyuncu${++players}`;
      const email = `${username}@karat.test`;
      const reply = await post('/auth/signup', { username, email, password });
      expect(reply.statusCode).toBe(200);
      const { token } = reply.json<{ token: string }>();
      return { username, email, password, token, reply, cookie: `karat_session=${token}` };
    },
    async tokenFromLogin(username: string, password: string, more: More = {}): Promise<string> {
      return (await post('/auth/login', { username, password }, more)).json<{ token: string }>().token;
    },
    isIn: async (token: string) => (await get('/auth/me', { token })).statusCode === 200,
  };
}
