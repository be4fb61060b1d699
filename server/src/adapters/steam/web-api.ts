import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Log } from '#log.ts';
import type { SteamProfile } from './steam.ts';

const SUMMARIES_PATH = '/ISteamUser/GetPlayerSummaries/v2/';
const TIMEOUT_MS = 2_500;
const TRIES_MAX = 2;
const PAUSE_MS = 300;

/** After a failure, sign-ins skip the profile for this time. */
const REST_MS = 30_000;

const summaries = z.object({
  response: z.object({
    players: z.array(z.object({ personaname: z.string(), avatarfull: z.optional(z.string()) })),
  }),
});

type WebApiOptions = {
  readonly apiKey: string;
  readonly log: Log;
  readonly baseUrl?: string;
  readonly now?: () => number;
};

/** Pictures load in other players' browsers, so only https URLs pass. */
function pictureOf(avatar: string | undefined): string | undefined {
  return avatar !== undefined && URL.canParse(avatar) && new URL(avatar).protocol === 'https:' ? avatar : undefined;
}

/** Names and pictures from Steam's Web API. It answers 429 at random, so a failure must never fail a sign-in. */
export function createWebApiProfiles(options: WebApiOptions): (steamId: string) => Promise<SteamProfile | undefined> {
  const { apiKey, log, baseUrl = 'https://api.steampowered.com', now = () => performance.now() } = options;
  let restUntil = 0;

  async function fetchProfile(steamId: string): Promise<SteamProfile | undefined> {
    const query = new URLSearchParams({ key: apiKey, steamids: steamId });
    const response = await fetch(`${baseUrl}${SUMMARIES_PATH}?${query.toString()}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // The URL holds the key, so only the status is logged.
    if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
    const [player] = summaries.parse(await response.json()).response.players;
    return player === undefined ? undefined : { name: player.personaname, avatar: pictureOf(player.avatarfull) };
  }

  return async function profileOf(steamId) {
    if (now() < restUntil) return undefined;
    for (let tried = 1; ; tried++) {
      try {
        return await fetchProfile(steamId);
      } catch (error) {
        log.warn({ reason: error instanceof Error ? error.message : 'unknown', tried }, 'Steam profile request failed');
        if (tried === TRIES_MAX) break;
        await sleep(PAUSE_MS);
      }
    }
    restUntil = now() + REST_MS;
    return undefined;
  };
}
