import { createSteamIdentity } from '#adapters/steam/openid.ts';
import type { SteamIdentity } from '#adapters/steam/steam.ts';
import type { Sql } from '#db/db.ts';
import { SANDBOX_ID_PATH, SANDBOX_LOGIN_PATH } from './openid-request.ts';
import { findPersona } from './personas.ts';

type SandboxIdentityOptions = {
  readonly sql: Sql;
  /** The local address of this process: the public one may not be reachable from here. */
  readonly localOrigin: () => string;
  readonly claimNonce: (nonce: string) => Promise<boolean>;
};

/** Identity adapter of the sandbox: the same strict verifier as for Steam, with our own OpenID provider. */
export function createSandboxIdentity({ sql, localOrigin, claimNonce }: SandboxIdentityOptions): SteamIdentity {
  return createSteamIdentity({
    providerFor: (origin) => ({
      endpoint: `${origin}${SANDBOX_LOGIN_PATH}`,
      idPrefix: `${origin}${SANDBOX_ID_PATH}`,
      verifyUrl: `${localOrigin()}${SANDBOX_LOGIN_PATH}`,
    }),
    claimNonce,
    // A made-up id may belong to a real person on Steam, so the link leads to our own page.
    profileUrl: (steamId, origin) => `${origin}${SANDBOX_ID_PATH}${steamId}`,
    async profile(steamId) {
      const persona = await findPersona(sql, steamId);
      return persona === undefined ? undefined : { name: persona.name, avatar: undefined };
    },
  });
}
