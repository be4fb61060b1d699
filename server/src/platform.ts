import type { FastifyInstance } from 'fastify';
import type { EmailSender } from '#adapters/email/email.ts';
import type { GameServers } from '#adapters/game-server/game-server.ts';
import { createSourceServers } from '#adapters/game-server/source-servers.ts';
import { createSteamIdentity, createProvider } from '#adapters/steam/openid.ts';
import type { SteamIdentity } from '#adapters/steam/steam.ts';
import { createWebApiProfiles } from '#adapters/steam/web-api.ts';
import { createLogOn } from '#adapters/trading/steam-log-on.ts';
import { createSteamTrading } from '#adapters/trading/steam-trading.ts';
import type { Trading } from '#adapters/trading/trading.ts';
import type { Db } from '#db/db.ts';
import { createAdapterState } from '#db/adapter-state.ts';
import type { Deps } from '#deps.ts';
import type { Env } from '#env.ts';
import { insertSteamNonce } from '#features/accounts/steam-queries.ts';
import type { Log } from '#log.ts';
import { startFleet } from '#sandbox/game-servers/fleet.ts';
import { createSandboxIdentity } from '#sandbox/identity.ts';
import { createSandboxMail } from '#sandbox/mail/outbox.ts';
import { createSandboxTrading } from '#sandbox/steam/trading.ts';
import { sandboxRoutes } from '#sandbox/routes.ts';
import { createSeal } from '#seal.ts';

const STEAM_OPENID_URL = 'https://steamcommunity.com/openid/login';
const STEAM_PROFILES = 'https://steamcommunity.com/profiles/';

/** The game platform: Steam, the sandbox that replaces it, or none. */
export type Platform = {
  readonly steam: SteamIdentity | undefined;
  readonly trading: Trading | undefined;
  /** Shows e-mails instead of sending them; undefined if the sandbox is not in use, or where it is open to everyone. */
  readonly email: EmailSender | undefined;
  mount(app: FastifyInstance, deps: Deps): void;
  /** Sets the port in use: the sandbox is called over HTTP like Steam, but on this machine. */
  onListening(port: number): void;
};

type PlatformDeps = { readonly env: Env; readonly log: Log; readonly db: Db; readonly secret: string };

const nothing = (): void => undefined;

/** The parts of the sandbox that Steam does not have. */
const NO_SANDBOX = { email: undefined, mount: nothing, onListening: nothing };

/** The origin of the site as seen from this machine. */
export function localOrigin({ host }: Env, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

function openSandbox({ env, db, secret }: PlatformDeps): Platform {
  let port = env.port;
  const steam = createSandboxIdentity({
    sql: db.sql,
    localOrigin: () => localOrigin(env, port),
    claimNonce: (nonce) => insertSteamNonce(db.sql, nonce),
  });
  return {
    steam,
    trading: createSandboxTrading({ db, secret }),
    email: env.hasSandboxMail ? createSandboxMail(db.sql) : undefined,
    mount: (app, deps) => sandboxRoutes(app, deps, secret),
    onListening: (actualPort) => void (port = actualPort),
  };
}

/** Starts the sandbox's game servers in a child process; undefined with configured servers or without the sandbox. */
export async function openSandboxServers(
  { env, log }: Pick<PlatformDeps, 'env' | 'log'>,
  actualPort: () => number,
): Promise<GameServers | undefined> {
  if (env.platform !== 'sandbox' || env.gameServers.length > 0) return undefined;
  const fleet = await startFleet({ log, roundsPerSecond: env.sandboxMatchSpeed });
  const siteOrigin = (): string => localOrigin(env, actualPort());
  const servers = createSourceServers({ servers: fleet.servers, siteOrigin, isSandbox: true });
  return {
    ...servers,
    async close() {
      await servers.close();
      await fleet.close();
    },
  };
}

/** For the log: whether skins are sandbox ones, real, or none and why. */
function describeSkins({ platform, isRealValue, steamBot }: Env): string {
  if (platform === 'sandbox') return 'sandbox';
  if (platform === 'none') return 'none: no platform';
  if (!isRealValue) return 'none: REAL_VALUE is off';
  return steamBot === undefined ? 'none: no STEAM_BOT_ settings' : 'real';
}

/** Trades real skins only if the operator allows it and has configured a bot. */
function openSteamTrading({ env, log, db, secret }: PlatformDeps): Trading | undefined {
  const { steamBot: bot } = env;
  if (!env.isRealValue || bot === undefined) return undefined;
  const state = createAdapterState(db.sql);
  const openSession = createLogOn({ bot, state, seal: createSeal(secret), log });
  return createSteamTrading({ openSession, state, log, identitySecret: bot.identitySecret });
}

/** Chooses by environment; `readEnv` makes sure that production never gets the sandbox by accident. */
export function openPlatform(deps: PlatformDeps): Platform {
  const { env, log, db } = deps;
  log.info({ platform: env.platform, skins: describeSkins(env) }, 'Game platform chosen');
  if (env.platform === 'none') return { steam: undefined, trading: undefined, ...NO_SANDBOX };
  if (env.platform === 'sandbox') return openSandbox(deps);
  const provider = createProvider(env.steamOpenIdUrl ?? STEAM_OPENID_URL);
  const profile = createWebApiProfiles({ apiKey: env.steamApiKey ?? '', log });
  const profileUrl = (steamId: string): string => `${STEAM_PROFILES}${steamId}`;
  const claimNonce = (nonce: string): Promise<boolean> => insertSteamNonce(db.sql, nonce);
  const steam = createSteamIdentity({ providerFor: () => provider, claimNonce, profile, profileUrl });
  return { steam, trading: openSteamTrading(deps), ...NO_SANDBOX };
}
