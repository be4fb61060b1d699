import assert from 'node:assert/strict';
import { openDb } from '#db/db.ts';
import { readEnv } from '#env.ts';
import type { RateLimiter } from '#http/rate-limit.ts';
import type { WebApp } from '#http/web-app.ts';
import { createLog } from '#log.ts';
import { composeSite, type Site } from '#site.ts';
import { createTestDatabase } from './database.ts';

/** The page that the test site serves for every page address. */
export const PAGE = '<!doctype html><title>the page</title>';

/** A web app that has only this page. */
export const webApp: WebApp = {
  sendPage: (_, reply) => reply.type('text/html; charset=utf-8').send(PAGE),
  isAssetPath: (url) => url.startsWith('/assets/') || url.startsWith('/img/'),
  mountFiles: () => undefined,
};

/** Longer than in production: tests run on a busy machine and should wait for a connection instead of failing. */
const CONNECTION_WAIT_MS = 15_000;

export const TEST_SECRET = 'only for tests';

export type TestSite = Site & {
  /** All log lines so far. */
  readonly lines: readonly string[];
  /** Call `listen` first. */
  origin(): string;
};

/** Creates a site with its own database and the given environment variables. */
export async function createTestSite(
  variables: Readonly<Record<string, string>> = {},
  limits?: RateLimiter,
): Promise<TestSite> {
  const lines: string[] = [];
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  const database = await createTestDatabase();
  const db = openDb({ connection: database.connection, log, waitMs: CONNECTION_WAIT_MS });
  const env = readEnv({ PORT: '0', RESIDENTS: 'off', ...variables });
  const site = composeSite({
    env,
    log,
    db,
    secret: TEST_SECRET,
    webApp,
    ...(limits === undefined ? {} : { limits }),
  });
  let port: number | undefined;

  return {
    ...site,
    lines,
    origin: () => `http://localhost:${port}`,
    listen: async () => (port = await site.listen()),
    async close() {
      await site.close();
      await db.close();
      await database.drop();
      const undeclared = [...site.http.karat.undeclaredRefusals];
      assert.deepEqual(
        undeclared,
        [],
        'Refusals that the contract does not declare: add them to `refuses` of the call',
      );
    },
  };
}
