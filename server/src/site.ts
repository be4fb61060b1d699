import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bus } from '#adapters/bus/bus.ts';
import { openRedisBus } from '#adapters/bus/redis-bus.ts';
import { createSmtpSender } from '#adapters/email/smtp.ts';
import { type GameServers, noGameServers } from '#adapters/game-server/game-server.ts';
import { createSourceServers } from '#adapters/game-server/source-servers.ts';
import { createHttpFeed } from '#adapters/prices/http-feed.ts';
import { createWebPush } from '#adapters/push/web-push.ts';
import { type App, buildApp, buildBareApp } from '#app.ts';
import type { Db } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import type { Env } from '#env.ts';
import { createSessions } from '#features/accounts/sessions.ts';
import { auditMetrics } from '#features/audits/metrics.ts';
import { createSwitches } from '#features/switches/switches.ts';
import { monthMetrics } from '#features/months/metrics.ts';
import { createGameServices } from '#game-services.ts';
import type { Metric } from '#http/exposition.ts';
import { refuseSockets } from '#http/http.ts';
import { createListeners } from '#http/listeners.ts';
import { createRateLimiter, type RateLimiter } from '#http/rate-limit.ts';
import { shareLimits } from '#http/shared-limits.ts';
import type { WebApp } from '#http/web-app.ts';
import { createLive, type LiveServer } from '#live/live.ts';
import type { Log } from '#log.ts';
import { openPlatform } from '#platform.ts';
import { startPublishers } from '#publishers.ts';
import { PARTS } from '#roles.ts';
import { createSeal } from '#seal.ts';
import { siteMetrics } from '#site-metrics.ts';
import { registerSockets } from '#sockets.ts';

export type SiteOptions = {
  readonly env: Env;
  readonly log: Log;
  readonly db: Db;
  readonly secret: string;
  /** Only for processes that answer calls. */
  readonly webApp?: WebApp | undefined;
  readonly limits?: RateLimiter;
  /** Defaults to the configured servers. */
  readonly servers?: GameServers;
  readonly bus?: Bus;
};

/** The whole site on an open database: what the process runs and the tests drive. */
export type Site = {
  readonly deps: Deps;
  readonly http: App['http'];
  readonly live: LiveServer;
  /** Starts listening; resolves to the port. */
  listen(): Promise<number>;
  /** Keeps serving for `DRAIN_MS` but reports not ready, so that a load balancer sends requests elsewhere. */
  drain(): Promise<void>;
  /** Refuses new calls and finishes running ones. The database stays open, because the caller opened it. */
  close(): Promise<void>;
};

function openGameServers({ gameServers }: Env, siteOrigin: () => string): GameServers {
  return gameServers.length === 0 ? noGameServers : createSourceServers({ servers: gameServers, siteOrigin });
}

/** Connects to the other processes. Sites that share a Redis have different secrets and so separate channels. */
function openBus({ env: { redisUrl: url }, log, secret }: SiteOptions): Bus | undefined {
  if (url === undefined) return undefined;
  const site = createHmac('sha256', secret).update('bus').digest('hex').slice(0, 16);
  return openRedisBus({ url, site }, log);
}

/** Limits of connections and sockets are local to the process; limits of players and addresses are shared. */
function openLimits({ limits }: SiteOptions, bus: Bus | undefined): Record<'own' | 'shared', RateLimiter> {
  if (limits !== undefined) return { own: limits, shared: limits };
  const processLimits = createRateLimiter();
  return { own: processLimits, shared: bus === undefined ? processLimits : shareLimits(bus, processLimits) };
}

/** What every process has, whatever its role. */
function createDeps(options: SiteOptions, siteOrigin: () => string) {
  const { env, log, db, secret } = options;
  const sessions = createSessions(db, log, { needsStaffFactor: env.needsStaffFactor });
  const bus = options.bus ?? openBus(options);
  const limits = openLimits(options, bus);
  const live = createLive({ env, log, limits: limits.own, sessions, bus });
  const platform = openPlatform({ env, log, db, secret });
  const deps: Deps = {
    env,
    log,
    db,
    live,
    sessions,
    limits: limits.shared,
    switches: createSwitches(db, log),
    bus,
    seal: createSeal(secret),
    steam: platform.steam,
    trading: platform.trading,
    prices: env.priceFeedUrl === undefined ? undefined : createHttpFeed(env.priceFeedUrl),
    push: env.push === undefined ? undefined : createWebPush(env.push),
    email: env.smtp === undefined ? platform.email : createSmtpSender(env.smtp),
    siteOrigin,
    servers: options.servers ?? openGameServers(env, siteOrigin),
  };
  return { deps, live, platform };
}

/** The HTTP server of a process that answers calls, with the pipelines of wagers behind it. */
function openCalls(deps: Deps, metrics: readonly Metric[], webApp: WebApp | undefined): App {
  assert(webApp !== undefined, 'a process that answers calls serves the web app');
  const games = createGameServices(deps);
  const app = buildApp(deps, [...metrics, ...auditMetrics(deps.db), ...monthMetrics(deps.db), ...games.metrics], {
    webApp,
    games,
  });
  app.http.addHook('onClose', () => games.close());
  return app;
}

/** Accepts the sockets of tabs, and sends them what changes. */
function openSockets(http: App['http'], deps: Deps, live: LiveServer): void {
  const stopPublishers = startPublishers(deps);
  registerSockets(live, deps);
  live.attach(http.server);
  http.addHook('onClose', stopPublishers);
}

export function composeSite(options: SiteOptions): Site {
  const { env, db, webApp } = options;
  const parts = PARTS[env.role];
  let actualPort = env.port;
  const { deps, live, platform } = createDeps(options, () => env.publicOrigin ?? `http://localhost:${actualPort}`);
  // The events of a commit that was not answered were not sent.
  const stopReporting = db.onUncertainCommit(() => live.reportMissed());
  const metrics = siteMetrics({ env, db, live, bus: deps.bus });
  const { http, shutdown } = parts.calls ? openCalls(deps, metrics, webApp) : buildBareApp(deps, metrics);
  if (parts.calls) platform.mount(http, deps);
  if (parts.sockets) openSockets(http, deps, live);
  else refuseSockets(http);
  // Sockets first: an open one would keep the server from closing.
  http.addHook('preClose', () => live.close());
  http.addHook('onClose', stopReporting);
  const listen = createListeners(http);

  return {
    deps,
    http,
    live,
    async listen() {
      const port = await listen(env);
      platform.onListening(port);
      actualPort = port;
      return port;
    },
    async drain() {
      shutdown.startDraining();
      // No load balancer sends anything to a process without calls and sockets.
      if (parts.calls || parts.sockets) await sleep(env.drainMs);
    },
    async close() {
      shutdown.startClosing();
      await http.close();
      await deps.servers.close();
      await deps.sessions.close();
      await deps.switches.close();
      await deps.bus?.close();
    },
  };
}
