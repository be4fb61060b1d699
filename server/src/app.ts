import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { activityRoutes } from '#features/activity/routes.ts';
import { linkRoutes } from '#features/links/routes.ts';
import { noteRoutes } from '#features/notes/routes.ts';
import { searchRoutes } from '#features/search/routes.ts';
import { accountRoutes } from '#features/accounts/routes.ts';
import { adjustmentRoutes } from '#features/adjustments/routes.ts';
import { chatRoutes } from '#features/chat/routes.ts';
import { eligibilityRoutes } from '#features/eligibility/routes.ts';
import { emailRoutes } from '#features/emails/routes.ts';
import { fairnessRoutes } from '#features/fairness/routes.ts';
import { openingRoutes } from '#features/openings/routes.ts';
import { caseRoutes } from '#features/cases/routes.ts';
import { itemRoutes } from '#features/items/routes.ts';
import { auditRoutes } from '#features/audits/routes.ts';
import { pictureRoutes } from '#features/pictures/routes.ts';
import { inventoryRoutes } from '#features/inventory/routes.ts';
import { marketRoutes } from '#features/market/routes.ts';
import { roomRoutes } from '#features/rooms/routes.ts';
import { rouletteRoutes } from '#features/roulette/routes.ts';
import { serverRoutes } from '#features/servers/routes.ts';
import { roundRoutes } from '#features/roulette/round-routes.ts';
import { gameRoutes } from '#features/games/routes.ts';
import { leaderboardRoutes } from '#features/leaderboard/routes.ts';
import { matchRoutes } from '#features/matches/routes.ts';
import { missionRoutes } from '#features/missions/routes.ts';
import { logRoutes } from '#features/logs/routes.ts';
import { notificationRoutes } from '#features/notifications/routes.ts';
import { tradeRoutes } from '#features/trades/routes.ts';
import { ticketRoutes } from '#features/tickets/routes.ts';
import { priceRoutes } from '#features/prices/routes.ts';
import { profileRoutes } from '#features/profile/routes.ts';
import { residentRoutes } from '#features/residents/routes.ts';
import { pushRoutes } from '#features/push/routes.ts';
import { reportRoutes } from '#features/reports/routes.ts';
import { sharingRoutes } from '#features/sharing/routes.ts';
import { saferPlayRoutes } from '#features/safer-play/routes.ts';
import { alarmRoutes } from '#features/alarms/routes.ts';
import { switchRoutes } from '#features/switches/routes.ts';
import { userRoutes } from '#features/users/routes.ts';
import { walletRoutes } from '#features/wallet/routes.ts';
import { welcomeRoutes } from '#features/welcome/routes.ts';
import type { GameServices } from '#game-services.ts';
import { mountHealth } from '#http/health.ts';
import { createHttp } from '#http/http.ts';
import type { Metric } from '#http/exposition.ts';
import { mountMetrics } from '#http/metrics.ts';
import { createShutdown, type Shutdown } from '#http/shutdown.ts';
import { mountApiDocs } from '#http/api-docs.ts';
import type { WebApp } from '#http/web-app.ts';

export type App = { readonly http: FastifyInstance; readonly shutdown: Shutdown };

/** The parts of a process that answers calls, created before the calls are mounted. */
type CallServices = { readonly webApp: WebApp; readonly games: GameServices };

function openHttp(deps: Deps, metrics: readonly Metric[], webApp: WebApp | undefined): App {
  const shutdown = createShutdown();
  const http = createHttp(deps, webApp, shutdown);
  mountMetrics(http, deps, metrics);
  mountHealth(http, deps, shutdown);
  return { http, shutdown };
}

/** For a process without calls: only health and metrics. */
export function buildBareApp(deps: Deps, metrics: readonly Metric[]): App {
  return openHttp(deps, metrics, undefined);
}

/** Mounts everything: infrastructure first, then one line for each feature. */
export function buildApp(deps: Deps, metrics: readonly Metric[], { webApp, games }: CallServices): App {
  const { http, shutdown } = openHttp(deps, metrics, webApp);
  mountApiDocs(http);
  webApp.mountFiles(http);

  accountRoutes(http, deps);
  userRoutes(http, deps);
  activityRoutes(http, deps);
  linkRoutes(http, deps);
  noteRoutes(http, deps);
  searchRoutes(http, deps);
  eligibilityRoutes(http, deps);
  walletRoutes(http, deps);
  adjustmentRoutes(http, deps);
  profileRoutes(http, deps);
  welcomeRoutes(http, deps);
  saferPlayRoutes(http, deps);
  auditRoutes(http, deps);
  logRoutes(http, deps);
  reportRoutes(http, deps);
  inventoryRoutes(http, deps);
  marketRoutes(http, deps);
  notificationRoutes(http, deps);
  pushRoutes(http, deps);
  emailRoutes(http, deps);
  chatRoutes(http, deps);
  missionRoutes(http, deps);
  tradeRoutes(http, deps);
  ticketRoutes(http, deps);
  fairnessRoutes(http, deps);
  openingRoutes(http, deps, games);
  rouletteRoutes(http, deps, games);
  roomRoutes(http, deps);
  matchRoutes(http, deps);
  leaderboardRoutes(http, deps);
  serverRoutes(http, deps);
  residentRoutes(http, deps);
  switchRoutes(http, deps);
  alarmRoutes(http, deps);
  roundRoutes(http, deps);
  gameRoutes(http, deps);
  const pictures = pictureRoutes(http, deps);
  sharingRoutes(http, deps, pictures);
  itemRoutes(http, deps);
  priceRoutes(http, deps);
  caseRoutes(http, deps);

  return { http, shutdown };
}
