import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { SteamIdentity } from '#adapters/steam/steam.ts';
import type { Db } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import type { Env } from '#env.ts';
import type { Log } from '#log.ts';
import { createSandboxIdentity } from './identity.ts';
import { sandboxRoutes } from './routes.ts';

type SandboxOptions = {
  readonly env: Env;
  readonly log: Log;
  readonly db: Db;
  readonly claimNonce: (nonce: string) => Promise<boolean>;
};

type Sandbox = {
  readonly steam: SteamIdentity;
  mount(app: FastifyInstance, deps: Pick<Deps, 'limits'>): void;
  /** Tells the port on which the provider can be asked. */
  listening(port: number): void;
};

/** This machine's own address, also where the site listens on all of them. */
function localHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** The sandbox platform: it stands in for Steam, on the same port as the site. */
export function createSandbox({ env, log, db, claimNonce }: SandboxOptions): Sandbox {
  // Several processes share SECRET, so that one's word is good in another; alone, a secret of this run will do.
  const secret = env.secret ?? randomBytes(32).toString('base64url');
  let localOrigin: string | undefined;

  return {
    steam: createSandboxIdentity({
      sql: db.sql,
      claimNonce,
      localOrigin() {
        assert(localOrigin !== undefined, 'the sandbox is asked before it listens');
        return localOrigin;
      },
    }),
    mount: (app, { limits }) => sandboxRoutes(app, { db, env, limits }, secret),
    listening(port) {
      localOrigin = `http://${localHost(env.host)}:${port}`;
      log.info({ provider: localOrigin }, 'the sandbox platform stands in for Steam');
    },
  };
}
