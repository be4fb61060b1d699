import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect } from 'vitest';
import { createTestSite, type TestSite } from './test-site.ts';

export type Body = Record<string, unknown>;
export type RequestOptions = {
  token?: string | undefined;
  cookie?: string;
  headers?: Record<string, string>;
  address?: string;
};

function headersOf({ token, cookie, headers }: RequestOptions): Record<string, string> {
  return {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(cookie === undefined ? {} : { cookie }),
    ...headers,
  };
}

export function findCookie(reply: LightMyRequestResponse, name: string) {
  return reply.cookies.find((cookie) => cookie.name === name);
}

export async function fetchStatus(reply: Promise<LightMyRequestResponse>): Promise<number> {
  return (await reply).statusCode;
}

/** A site for one test file, and calls to sign up, sign in and send requests with a session. */
export function createAccountFixture() {
  let site: TestSite;
  let players = 0;
  beforeAll(async () => {
    site = await createTestSite();
  });
  afterAll(() => site.close());

  function post(url: string, payload: unknown, options: RequestOptions = {}): Promise<LightMyRequestResponse> {
    const remoteAddress = options.address ?? '127.0.0.1';
    return site.http.inject({
      method: 'POST',
      url,
      payload: payload as Body,
      headers: headersOf(options),
      remoteAddress,
    });
  }

  function get(url: string, options: RequestOptions = {}): Promise<LightMyRequestResponse> {
    return site.http.inject({ method: 'GET', url, headers: headersOf(options) });
  }

  return {
    site: () => site,
    post,
    get,
    /** Signs up a player. */
    async newPlayer(password = 'parola-1') {
      const username = `oyuncu${++players}`;
      const email = `${username}@karat.test`;
      const reply = await post('/auth/signup', { username, email, password });
      expect(reply.statusCode).toBe(200);
      const { token } = reply.json<{ token: string }>();
      return { username, email, password, token, reply, cookie: `karat_session=${token}` };
    },
    async tokenFromLogin(username: string, password: string, options: RequestOptions = {}): Promise<string> {
      return (await post('/auth/login', { username, password }, options)).json<{ token: string }>().token;
    },
    isSignedIn: async (token: string) => (await get('/auth/me', { token })).statusCode === 200,
  };
}
