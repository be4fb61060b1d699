import assert from 'node:assert/strict';

export const STEAM_ID_PATTERN = /^7656119\d{10}$/;

/** One sign-in: the origin of our site as the visitor sees it, and the secret of the browser that started it. */
export type Visit = { readonly origin: string; readonly state: string };

export type SteamProfile = { readonly name: string; readonly avatar: string | undefined };

/** Steam as an identity provider. */
export type SteamIdentity = {
  /** The URL to send the browser to. */
  signInUrl(visit: Visit): string;
  /** Verifies the callback URL and resolves to the SteamID64; otherwise rejects with `SignInFailure`. */
  verify(callbackUrl: string, visit: Visit): Promise<string>;
  /** The URL of a player's profile, for visitors at `origin`. */
  profileUrl(steamId: string, origin: string): string;
  /** Undefined when there is none or Steam does not answer: the sign-in continues without it. */
  profile(steamId: string): Promise<SteamProfile | undefined>;
};

/** Why a sign-in failed. The message is only for the log, because it would help a forger. */
export class SignInFailure extends Error {
  readonly outcome: 'cancelled' | 'failed' | 'unavailable';

  constructor(outcome: SignInFailure['outcome'], message: string) {
    super(message);
    this.outcome = outcome;
  }
}

/**
 * The id that the sandbox gives to an account with a password, so that it can take a seat immediately. It is not a persona, so it
 * cannot be used to sign in; a persona that the player links later replaces it.
 */
export function fakeSteamId(playerId: number): string {
  const steamId = `765611998${String(playerId).padStart(8, '0')}`;
  assert.match(steamId, STEAM_ID_PATTERN);
  return steamId;
}
