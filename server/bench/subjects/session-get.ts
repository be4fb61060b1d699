import { endpoint } from '@karat/contract/endpoint';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';
import { openDb } from '#db/db.ts';
import { readEnv } from '#env.ts';
import { createSessions } from '#features/accounts/sessions.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { createRateLimiter } from '#http/rate-limit.ts';
import { baseHeaders } from '#http/security-headers.ts';
import { tokenOf } from '#http/session-cookie.ts';
import { createLog } from '#log.ts';
import { composeSite } from '#site.ts';
import { answerBench } from './answer.ts';

// The same answer to the same signed-in caller: through the whole HTTP stack of the site, or with node:http alone.
const [side, socketFolder, token] = process.argv.slice(2);
const env = readEnv({ PORT: '0', LOG_LEVEL: 'warn' });
const log = createLog('warn');
const db = openDb({ connection: { host: socketFolder!, user: 'karat', database: 'karat' }, log });
const path = '/bench/whoAmI';
const headers = { cookie: `karat_session=${token}`, accept: 'application/json' };

const whoAmI = endpoint({
  method: 'GET',
  path,
  summary: 'Who asks.',
  reply: z.object({ id: z.number(), username: z.string(), role: z.string() }),
});

async function startOurs(): Promise<number> {
  const webApp = { sendPage: () => expectNothing(), isAssetPath: () => false, mountFiles: () => undefined };
  const limits = createRateLimiter();
  // The rate limiter runs but never refuses, because all requests come from one address.
  const lifted = { take: (key: string) => limits.take(key, { burst: 1e9, perSecond: 1e9 }) };
  const site = composeSite({ env, log, db, secret: 'only for the bench', webApp, limits: lifted });
  const { player } = createCallers(site.deps);
  mount(site.http, whoAmI, player, async (_, { id, username, staffRole }) => ({
    id,
    username,
    role: staffRole ?? 'user',
  }));
  return site.listen();
}

function expectNothing(): never {
  throw new Error('the bench asks for no page');
}

/** The minimum that gives the same answer with the same headers. */
async function startBare(): Promise<number> {
  const sessions = createSessions(db, log);
  const fixed = Object.entries({
    ...baseHeaders(env),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  let count = 0;
  const server = createServer((request, response) => {
    const token = tokenOf(request.headers, env);
    void (token === undefined ? Promise.resolve(undefined) : sessions.find(token)).then((caller) => {
      const body = JSON.stringify({ id: caller?.id, username: caller?.username, role: caller?.staffRole ?? 'user' });
      const length = String(Buffer.byteLength(body));
      const headers = [...fixed.flat(), 'content-length', length, 'x-request-id', `${process.pid}-${count++}`];
      response.writeHead(caller === undefined ? 401 : 200, headers);
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

answerBench({ port: await (side === 'ours' ? startOurs() : startBare()), path, headers });
