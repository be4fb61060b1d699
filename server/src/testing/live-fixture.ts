import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDb } from '#db/db.ts';
import { type Env, readEnv } from '#env.ts';
import { insertPlayer } from '#features/accounts/queries.ts';
import { createSessions, endSession, startSession } from '#features/accounts/sessions.ts';
import { createRateLimiter } from '#http/rate-limit.ts';
import { createLive } from '#live/live.ts';
import { createLog } from '#log.ts';
import { createTestDatabase } from './database.ts';
import { staffRoleOf, type TestRole } from './fixtures.ts';
import { openTab, type Tab } from './tab.ts';

type TabOptions = NonNullable<Parameters<typeof openTab>[1]>;

async function listen(server: HttpServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** The Socket.IO server on its own port, with a database, real sessions and short intervals. */
export async function createLiveFixture({
  env: changed = {},
  recheckMs = 60_000,
}: Partial<{ env: Partial<Env>; recheckMs: number }> = {}) {
  const database = await createTestDatabase();
  const logged: string[] = [];
  const log = createLog('warn', { write: (line) => void logged.push(line) });
  const db = openDb({ connection: database.connection, log });
  const env: Env = { ...readEnv({}), ...changed };
  let aheadMs = 0;
  const sessions = createSessions(db, log, { now: () => performance.now() + aheadMs });
  const live = createLive({ env, log, sessions, limits: createRateLimiter() }, { throttleMs: 5, recheckMs });
  const server = createServer((_, response) => response.end());
  live.attach(server);
  const port = await listen(server);
  const tabs: Tab[] = [];
  let players = 0;

  return {
    env,
    log,
    logged,
    db,
    sessions,
    live,
    server,
    port,

    async signIn({ role = 'user' }: { role?: TestRole } = {}) {
      const username = `player${(players += 1)}`;
      const unused = { email: null, emailKey: null, passwordHash: null, steamId: null, avatar: null };
      const playerId = await insertPlayer(db.sql, {
        username,
        usernameKey: username,
        staffRole: staffRoleOf(role),
        ...unused,
      });
      return { playerId, username, token: await this.startSession(playerId) };
    },
    startSession: (playerId: number) =>
      db.transaction((tx) => startSession(tx, { playerId, device: '', address: '', isBySteam: false })),
    async endSession(token: string) {
      const { sessionId, id: playerId } = (await sessions.find(token))!;
      await db.transaction((tx) => endSession(tx, { sessions, sessionId, playerId }));
    },

    /** Advances the clock of the session cache. */
    advanceClock: (ms: number) => void (aheadMs += ms),

    /** Simulates a database outage. */
    dropDatabase: () => database.drop(),

    openTab(options: TabOptions = {}): Tab {
      const tab = openTab(port, options);
      tabs.push(tab);
      return tab;
    },
    /** Opens a tab and waits until it is connected. */
    async connectTab(token?: string): Promise<Tab> {
      const tab = this.openTab({ token });
      await tab.connected();
      return tab;
    },

    closeTabs: () => void tabs.splice(0).map((tab) => tab.close()),
    async close() {
      this.closeTabs();
      await live.close();
      server.close();
      await sessions.close();
      await db.close();
      await database.drop();
    },
  };
}

export type LiveFixture = Awaited<ReturnType<typeof createLiveFixture>>;
