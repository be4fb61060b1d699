import { linkSteam, signInWithSteam } from '#features/accounts/steam-sign-in.ts';
import type { Caller, Deps } from '#deps.ts';

const client = { device: '', address: '127.0.0.1', deviceToken: undefined };

/** Signs in as the owner of a Steam id; returns the session token. */
export async function signInBySteam(deps: Deps, steamId: string): Promise<string> {
  return (await signInWithSteam(deps, { steamId, profile: undefined, client })).token;
}

/** Links a Steam id to the signed-in account. */
export function linkBySteam(deps: Deps, { sessionId }: Pick<Caller, 'sessionId'>, steamId: string) {
  return linkSteam(deps, { sessionId, steamId, profile: undefined });
}
