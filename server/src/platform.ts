import type { FastifyInstance } from 'fastify';
import type { GameServers } from '#adapters/game-server/game-server.ts';
import { createSourceServers } from '#adapters/game-server/source-servers.ts';
import { createSteamIdentity, providerAt } from '#adapters/steam/openid.ts';
import type { SteamIdentity } from '#adapters/steam/steam.ts';
import { createWebApiProfiles } from '#adapters/steam/web-api.ts';
import { createLogOn } from '#adapters/trading/steam-log-on.ts';
import { createSteamTrading } from '#adapters/trading/steam-trading.ts';
import type { Trading } from '#adapters/trading/trading.ts';
import type { Db } from '#db/db.ts';
import { createPlatformMemory } from '#db/platform-memory.ts';
import type { Deps } from '#deps.ts';
import type { Env } from '#env.ts';
import { insertSteamNonce } from '#features/accounts/steam-queries.ts';
import type { Log } from '#log.ts';
import { startFleet } from '#sandbox/game-servers/fleet.ts';
import { createSandboxIdentity } from '#sandbox/identity.ts';
import { createSandboxTrading } from '#sandbox/steam/trading.ts';
import { sandboxRoutes } from '#sandbox/routes.ts';
import { createSeal } from '#seal.ts';

const STEAM_OPENID_URL = 'https://steamcommunity.com/openid/login';
const STEAM_PROFILES = 'https://steamcommunity.com/profiles/';

/** The game platform behind the site: Steam, the sandbox that stands in for it, or none. */
export type Platform = {
  readonly steam: SteamIdentity | undefined;
  readonly trading: Trading | undefined;
  mount(app: FastifyInstance, deps: Deps): void;
  /** Tells the port: the sandbox is asked over HTTP as Steam is, but on this very machine. */
  listening(port: number): void;
};

type PlatformGround = { readonly env: Env; readonly log: Log; readonly db: Db; readonly secret: string };

const nothing = (): void => undefined;

/** Where this very machine reaches the site, whatever it is called outside. */
function localOrigin({ host }: Env, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

function openSandbox({ env, db, secret }: PlatformGround): Platform {
  let port = env.port;
  const steam = createSandboxIdentity({
    sql: db.sql,
    localOrigin: () => localOrigin(env, port),
    claimNonce: (nonce) => insertSteamNonce(db.sql, nonce),
  });
  return {
    steam,
    trading: createSandboxTrading({ db, secret }),
    mount: (app, deps) => sandboxRoutes(app, deps, secret),
    listening: (got) => void (port = got),
  };
}

/** The sandbox's own game servers, in a process that ends with ours; undefined where there are others, or no sandbox. */
export async function openSandboxServers(
  { env, log }: Pick<PlatformGround, 'env' | 'log'>,
  gotPort: () => number,
): Promise<GameServers | undefined> {
  if (env.platform !== 'sandbox' || env.gameServers.length > 0) return undefined;
  const fleet = await startFleet({ log, roundsPerSecond: env.sandboxMatchSpeed });
  const siteOrigin = (): string => localOrigin(env, gotPort());
  const servers = createSourceServers({ servers: fleet.servers, siteOrigin, isSandbox: true });
  return {
    ...servers,
    async close() {
      await servers.close();
      await fleet.close();
    },
  };
}

/** Whose skins go in and out: play things, real ones, or none and why. */
function skinsOf({ platform, isRealValue, steamBot }: Env): string {
  if (platform === 'sandbox') return 'play things';
  if (platform === 'none') return 'none: no platform';
  if (!isRealValue) return 'none: REAL_VALUE is off';
  return steamBot === undefined ? 'none: no STEAM_BOT_ settings' : 'real';
}

/** Real skins are carried only where the operator says so, and by a bot. */
function openSteamTrading({ env, log, db, secret }: PlatformGround): Trading | undefined {
  const { steamBot: bot } = env;
  if (!env.isRealValue || bot === undefined) return undefined;
  const memory = createPlatformMemory(db.sql);
  const openSession = createLogOn({ bot, memory, seal: createSeal(secret), log });
  return createSteamTrading({ openSession, memory, log, identitySecret: bot.identitySecret });
}

/** Picks by environment; `readEnv` sees to it that production never gets the sandbox by accident. */
export function openPlatform(ground: PlatformGround): Platform {
  const { env, log, db } = ground;
  log.info({ platform: env.platform, skins: skinsOf(env) }, 'game platform');
  if (env.platform === 'none') return { steam: undefined, trading: undefined, mount: nothing, listening: nothing };
  if (env.platform === 'sandbox') return openSandbox(ground);
  const provider = providerAt(env.steamOpenIdUrl ?? STEAM_OPENID_URL);
  const profile = createWebApiProfiles({ apiKey: env.steamApiKey ?? '', log });
  const profileUrl = (steamId: string): string => `${STEAM_PROFILES}${steamId}`;
  const claimNonce = (nonce: string): Promise<boolean> => insertSteamNonce(db.sql, nonce);
  const steam = createSteamIdentity({ providerFor: () => provider, claimNonce, profile, profileUrl });
  return { steam, trading: openSteamTrading(ground), mount: nothing, listening: nothing };
}
