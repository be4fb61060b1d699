import { setTimeout as sleep } from 'node:timers/promises';
import { COUNTDOWN_MS, type Location } from '@karat/rules/rooms';
import { type Match, type MatchSettings, startMatch } from './match.ts';
import { BadMatchFile, readMatchFile } from './match-file.ts';

/** Players get the address when the countdown is over, and need a moment to join. */
export const JOIN_AFTER_MS = COUNTDOWN_MS + 2_000;
/** As long as on a real server, and longer than the site's poll interval. */
export const POST_GAME_MS = 14_000;
const FETCH_TIMEOUT_MS = 8_000;

const DEFAULT_CVARS = [
  ['game_mode', '0'],
  ['game_type', '0'],
  ['matchzy_minimum_ready_required', '2'],
  ['mp_maxrounds', '24'],
  ['sv_visiblemaxplayers', '0'],
] as const;

export type ServerStateOptions = {
  readonly location: Location;
  readonly roundsPerSecond: number;
  port(): number;
  /** Makes the server unreachable for a while. */
  goOffline(forMs: number): void;
};

/** The state of a server. A crash resets all of it. */
export type ServerState = ReturnType<typeof createServerState>;

async function fetchMatchFile(url: string, [header, value]: readonly string[], signal: AbortSignal): Promise<string> {
  const response = await fetch(url, {
    headers: header !== undefined && value !== undefined ? { [header]: value } : {},
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(FETCH_TIMEOUT_MS)]),
  });
  const text = await response.text();
  if (!response.ok) throw new BadMatchFile(`HTTP request failed with status code: ${response.status}`);
  return text;
}

export function createServerState({ location, roundsPerSecond, port, goOffline }: ServerStateOptions) {
  let match: Match | undefined;
  let loading: AbortController | undefined;
  const cvars = new Map<string, string>();
  const defaults: MatchSettings = {
    roundsPerSecond,
    joinAfterMs: JOIN_AFTER_MS,
    postGameMs: POST_GAME_MS,
    winner: undefined,
    trouble: undefined,
  };
  let settings = defaults;

  function reset(): void {
    loading?.abort();
    loading = undefined;
    match?.stop();
    match = undefined;
    // The webhook settings belong to the match.
    for (const name of cvars.keys()) if (name.startsWith('matchzy_remote_log_')) cvars.delete(name);
  }

  function boot(): void {
    reset();
    cvars.clear();
    for (const [name, value] of DEFAULT_CVARS) cvars.set(name, value);
    cvars.set('hostname', `Karat sandbox ${location}`);
    settings = defaults;
  }

  function crash(forMs: number): void {
    boot();
    goOffline(forMs);
  }

  /** Loads a match; the winner and trouble that were set apply to it alone. */
  async function load(url: string, header: readonly string[]): Promise<string> {
    const matchSettings = settings;
    settings = { ...settings, winner: undefined, trouble: undefined };
    if (matchSettings.trouble?.name === 'refuse_load') return 'Match load failed! Resetting current match';
    const controller = new AbortController();
    loading = controller;
    try {
      if (matchSettings.trouble?.name === 'slow_load')
        await sleep(matchSettings.trouble.forMs, undefined, { signal: controller.signal });
      const file = readMatchFile(await fetchMatchFile(url, header, controller.signal));
      controller.signal.throwIfAborted();
      for (const [name, value] of file.cvars) cvars.set(name, value);
      match = startMatch({ file, url, settings: matchSettings, onCrash: crash, onOver: reset });
      return `Match ${file.matchId} loaded`;
    } catch (error) {
      // The console prints the error and continues.
      return `Match load failed! ${error instanceof Error ? error.message : ''}`;
    } finally {
      if (loading === controller) loading = undefined;
    }
  }

  boot();
  return {
    port,
    goOffline,
    cvars,
    dialect: 'cs2' as 'cs2' | 'csgo',
    match: () => match,
    isBusy: () => match !== undefined || loading !== undefined,
    settings: () => settings,
    set: (changed: Partial<MatchSettings>) => void (settings = { ...settings, ...changed }),
    load,
    reset,
  };
}
