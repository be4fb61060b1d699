import { createSteamIdentity } from '#adapters/steam/openid.ts';
import type { SteamIdentity } from '#adapters/steam/steam.ts';
import type { Sql } from '#db/db.ts';
import { SANDBOX_ID_PATH, SANDBOX_LOGIN_PATH } from './openid-request.ts';
import { findPersona } from './personas.ts';

type SandboxIdentityOptions = {
  readonly sql: Sql;
  /** Where this very process listens: visitors may see it under a name that leads back here only from outside. */
  readonly localOrigin: () => string;
  readonly claimNonce: (nonce: string) => Promise<boolean>;
};

/** The sandbox's keeper of identities: the strict verifier that Steam gets, with our own provider at the other end. */
export function createSandboxIdentity({ sql, localOrigin, claimNonce }: SandboxIdentityOptions): SteamIdentity {
  return createSteamIdentity({
    providerFor: (origin) => ({
      endpoint: `${origin}${SANDBOX_LOGIN_PATH}`,
      idPrefix: `${origin}${SANDBOX_ID_PATH}`,
      verifyUrl: `${localOrigin()}${SANDBOX_LOGIN_PATH}`,
    }),
    claimNonce,
    // A made-up id may be a real person's on Steam: it leads to our own page.
    profileUrl: (steamId, origin) => `${origin}${SANDBOX_ID_PATH}${steamId}`,
    async profile(steamId) {
      const persona = await findPersona(sql, steamId);
      return persona === undefined ? undefined : { name: persona.name, avatar: undefined };
    },
  });
}
