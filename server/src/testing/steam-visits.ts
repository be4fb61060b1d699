import { linkSteam, signInWithSteam } from '#features/accounts/steam-sign-in.ts';
import type { Caller, Deps } from '#deps.ts';

const client = { device: '', address: '127.0.0.1', deviceToken: undefined };

/** Comes back from the platform as the owner of that id; answers the token of the session. */
export async function visitBySteam(deps: Deps, steamId: string): Promise<string> {
  return (await signInWithSteam(deps, { steamId, profile: undefined, client })).token;
}

/** Comes back from the platform to the account that is signed in. */
export function linkBySteam(deps: Deps, { sessionId }: Pick<Caller, 'sessionId'>, steamId: string) {
  return linkSteam(deps, { sessionId, steamId, profile: undefined });
}
