import type { AddressInfo } from 'node:net';
import { type GameServers, noGameServers } from '#adapters/game-server/game-server.ts';
import { createSourceServers } from '#adapters/game-server/source-servers.ts';
import { createHttpFeed } from '#adapters/prices/http-feed.ts';
import { type App, buildApp } from '#app.ts';
import type { Db } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import type { Env } from '#env.ts';
import { createSessions } from '#features/accounts/sessions.ts';
import { auditFigures } from '#features/audits/figures.ts';
import { createRateLimiter, type RateLimiter } from '#http/rate-limit.ts';
import type { WebApp } from '#http/web-app.ts';
import { createLive, type LiveServer } from '#live/live.ts';
import type { Log } from '#log.ts';
import { openPlatform, type Platform } from '#platform.ts';
import { createSeal } from '#seal.ts';
import { registerSockets } from '#sockets.ts';

export type Ground = {
  readonly env: Env;
  readonly log: Log;
  readonly db: Db;
  readonly secret: string;
  readonly webApp: WebApp;
  readonly limits?: RateLimiter;
  /** Those of the configuration where they are left out. */
  readonly servers?: GameServers;
};

/** The site whole, on a store that is there: what the process runs and what the tests drive. */
export type Site = {
  readonly deps: Deps;
  readonly http: App['http'];
  readonly live: LiveServer;
  readonly startLeaving: App['startLeaving'];
  /** Starts to answer; resolves to the port it got. */
  listen(): Promise<number>;
  /** Lets everything under way finish. The store stays open: it was there before. */
  close(): Promise<void>;
};

function openGameServers({ gameServers }: Env, siteOrigin: () => string): GameServers {
  return gameServers.length === 0 ? noGameServers : createSourceServers({ servers: gameServers, siteOrigin });
}

export function composeSite(ground: Ground): Site {
  const { env, log, db, secret, webApp, limits = createRateLimiter() } = ground;
  let gotPort = env.port;
  const siteOrigin = (): string => env.publicOrigin ?? `http://localhost:${gotPort}`;
  const servers = ground.servers ?? openGameServers(env, siteOrigin);
  const sessions = createSessions(db, log);
  const live = createLive({ env, log, limits, sessions });
  const platform: Platform = openPlatform({ env, log, db, secret });
  const deps: Deps = {
    env,
    log,
    db,
    live,
    sessions,
    limits,
    seal: createSeal(secret),
    steam: platform.steam,
    trading: platform.trading,
    prices: env.priceFeedUrl === undefined ? undefined : createHttpFeed(env.priceFeedUrl),
    servers,
  };
  const { http, startLeaving } = buildApp(deps, webApp, { live_channel: live.figures, ...auditFigures(db) });
  platform.mount(http, deps);
  registerSockets(live, deps);
  live.attach(http.server);
  // Sockets first: an open one would keep the server from ever closing.
  http.addHook('preClose', () => live.close());

  return {
    deps,
    http,
    live,
    startLeaving,
    async listen() {
      await http.listen({ port: env.port, host: env.host });
      const { port } = http.server.address() as AddressInfo;
      platform.listening(port);
      gotPort = port;
      return port;
    },
    async close() {
      startLeaving();
      await http.close();
      await servers.close();
      await sessions.close();
    },
  };
}
