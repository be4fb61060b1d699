import type { FastifyInstance } from 'fastify';
import { createSteamIdentity, providerAt } from '#adapters/steam/openid.ts';
import type { SteamIdentity } from '#adapters/steam/steam.ts';
import { createWebApiProfiles } from '#adapters/steam/web-api.ts';
import type { Db } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import type { Env } from '#env.ts';
import { insertSteamNonce } from '#features/accounts/queries.ts';
import type { Log } from '#log.ts';
import { createSandboxIdentity } from '#sandbox/identity.ts';
import { sandboxRoutes } from '#sandbox/routes.ts';

const STEAM_OPENID_URL = 'https://steamcommunity.com/openid/login';
const STEAM_PROFILES = 'https://steamcommunity.com/profiles/';

/** The game platform behind the site: Steam, the sandbox that stands in for it, or none. */
export type Platform = {
  readonly steam: SteamIdentity | undefined;
  mount(app: FastifyInstance, deps: Deps): void;
  /** Tells the port: the sandbox is asked over HTTP as Steam is, but on this very machine. */
  listening(port: number): void;
};

type PlatformGround = { readonly env: Env; readonly log: Log; readonly db: Db; readonly secret: string };

const nothing = (): void => undefined;

function openSandbox({ env, db, secret }: PlatformGround): Platform {
  let port = env.port;
  const host = env.host === '0.0.0.0' || env.host === '::' ? 'localhost' : env.host;
  const steam = createSandboxIdentity({
    sql: db.sql,
    localOrigin: () => `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    claimNonce: (nonce) => insertSteamNonce(db.sql, nonce),
  });
  return {
    steam,
    mount: (app, deps) => sandboxRoutes(app, deps, secret),
    listening: (got) => void (port = got),
  };
}

/** Picks by environment; `readEnv` sees to it that production never gets the sandbox by accident. */
export function openPlatform(ground: PlatformGround): Platform {
  const { env, log, db } = ground;
  log.info({ platform: env.platform }, 'game platform');
  if (env.platform === 'none') return { steam: undefined, mount: nothing, listening: nothing };
  if (env.platform === 'sandbox') return openSandbox(ground);
  const provider = providerAt(env.steamOpenIdUrl ?? STEAM_OPENID_URL);
  const profile = createWebApiProfiles({ apiKey: env.steamApiKey ?? '', log });
  const profileUrl = (steamId: string): string => `${STEAM_PROFILES}${steamId}`;
  const claimNonce = (nonce: string): Promise<boolean> => insertSteamNonce(db.sql, nonce);
  const steam = createSteamIdentity({ providerFor: () => provider, claimNonce, profile, profileUrl });
  return { steam, mount: nothing, listening: nothing };
}
