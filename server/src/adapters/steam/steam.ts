import assert from 'node:assert/strict';

export const STEAM_ID_PATTERN = /^7656119\d{10}$/;

/** One sign-in: where the visitor sees our site, and the secret of the browser that began it. */
export type Visit = { readonly origin: string; readonly state: string };

export type SteamProfile = { readonly name: string; readonly avatar: string | undefined };

/** The game platform as a keeper of identities. */
export type SteamIdentity = {
  /** Where to send the browser. */
  signInUrl(visit: Visit): string;
  /** The SteamID64 that the platform vouches for, from the address it sent the browser back to; else `SignInFailure`. */
  verify(callbackUrl: string, visit: Visit): Promise<string>;
  /** Where the platform shows a player to visitors who see us at `origin`. */
  profileUrl(steamId: string, origin: string): string;
  /** Undefined when there is none or the platform does not say: a sign-in goes on without it. */
  profile(steamId: string): Promise<SteamProfile | undefined>;
};

/** Why nobody was signed in. The message is for the log: it would tell a forger what to mend. */
export class SignInFailure extends Error {
  readonly outcome: 'cancelled' | 'failed' | 'unavailable';

  constructor(outcome: SignInFailure['outcome'], message: string) {
    super(message);
    this.outcome = outcome;
  }
}

/**
 * The id that the sandbox platform lends to an account made with a password, so that it can take a seat at once. It is
 * no persona, so nobody can sign in with it; a persona that the player links later takes its place.
 */
export function standInSteamId(playerId: number): string {
  const steamId = `765611998${String(playerId).padStart(8, '0')}`;
  assert.match(steamId, STEAM_ID_PATTERN);
  return steamId;
}
