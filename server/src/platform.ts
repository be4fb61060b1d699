import type { FastifyInstance } from 'fastify';
import { createSteamIdentity, providerAt } from '#adapters/steam/openid.ts';
import type { SteamIdentity } from '#adapters/steam/steam.ts';
import { createWebApiProfiles } from '#adapters/steam/web-api.ts';
import type { Db } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import type { Env } from '#env.ts';
import { createNonceClaims } from '#features/accounts/steam-sign-in.ts';
import type { Log } from '#log.ts';
import { createSandbox } from '#sandbox/sandbox.ts';

const STEAM_OPENID_URL = 'https://steamcommunity.com/openid/login';

/** The game platform behind the site: Steam, the sandbox that stands in for it, or none. */
export type Platform = {
  readonly steam: SteamIdentity | undefined;
  mount(app: FastifyInstance, deps: Deps): void;
  /** Tells the port: the sandbox is asked over HTTP like the real one, on this very machine. */
  listening(port: number): void;
};

const nothing = (): void => undefined;

/** Picks by environment; production never gets the sandbox by accident (`readEnv` sees to it). */
export function openPlatform({ env, log, db }: { env: Env; log: Log; db: Db }): Platform {
  const claimNonce = createNonceClaims(db);
  log.info({ platform: env.platform }, 'game platform');
  if (env.platform === 'none') return { steam: undefined, mount: nothing, listening: nothing };
  if (env.platform === 'sandbox') return createSandbox({ env, log, db, claimNonce });
  const provider = providerAt(env.steamOpenIdUrl ?? STEAM_OPENID_URL);
  const profile = createWebApiProfiles({ apiKey: env.steamApiKey ?? '', log });
  return {
    steam: createSteamIdentity({ providerFor: () => provider, claimNonce, profile }),
    mount: nothing,
    listening: nothing,
  };
}
