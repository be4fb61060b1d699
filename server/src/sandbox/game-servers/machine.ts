import { setTimeout as sleep } from 'node:timers/promises';
import { COUNTDOWN_MS, type Location } from '@karat/rules/rooms';
import { type Match, type MatchSettings, startMatch } from './match.ts';
import { BadMatchFile, readMatchFile } from './match-file.ts';

/** Players hear where to go when the countdown is over, and take a moment. */
export const JOIN_AFTER_MS = COUNTDOWN_MS + 2_000;
/** As long as a real one: more than the site waits between two looks. */
export const POST_GAME_MS = 14_000;
const FETCH_TIMEOUT_MS = 8_000;

const DEFAULT_CVARS = [
  ['game_mode', '0'],
  ['game_type', '0'],
  ['matchzy_minimum_ready_required', '2'],
  ['mp_maxrounds', '24'],
  ['sv_visiblemaxplayers', '0'],
] as const;

export type MachineOptions = {
  readonly location: Location;
  readonly roundsPerSecond: number;
  port(): number;
  /** Nobody can reach the server for so long. */
  goAway(forMs: number): void;
};

/** What a server knows; all of it is gone when it dies. */
export type Machine = ReturnType<typeof createMachine>;

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

export function createMachine({ location, roundsPerSecond, port, goAway }: MachineOptions) {
  let match: Match | undefined;
  let loading: AbortController | undefined;
  const cvars = new Map<string, string>();
  const usual: MatchSettings = {
    roundsPerSecond,
    joinAfterMs: JOIN_AFTER_MS,
    postGameMs: POST_GAME_MS,
    winner: undefined,
    trouble: undefined,
  };
  let settings = usual;

  function reset(): void {
    loading?.abort();
    loading = undefined;
    match?.stop();
    match = undefined;
    // What a match was told to report with dies with it.
    for (const name of cvars.keys()) if (name.startsWith('matchzy_remote_log_')) cvars.delete(name);
  }

  function boot(): void {
    reset();
    cvars.clear();
    for (const [name, value] of DEFAULT_CVARS) cvars.set(name, value);
    cvars.set('hostname', `Karat sandbox ${location}`);
    settings = usual;
  }

  function crash(forMs: number): void {
    boot();
    goAway(forMs);
  }

  /** Takes what was set for the next match with it. */
  async function load(url: string, header: readonly string[]): Promise<string> {
    const forThis = settings;
    settings = { ...settings, winner: undefined, trouble: undefined };
    if (forThis.trouble?.name === 'refuse_load') return 'Match load failed! Resetting current match';
    const own = new AbortController();
    loading = own;
    try {
      if (forThis.trouble?.name === 'slow_load') await sleep(forThis.trouble.forMs, undefined, { signal: own.signal });
      const file = readMatchFile(await fetchMatchFile(url, header, own.signal));
      own.signal.throwIfAborted();
      for (const [name, value] of file.cvars) cvars.set(name, value);
      match = startMatch({ file, url, settings: forThis, onCrash: crash, onOver: reset });
      return `Match ${file.matchId} loaded`;
    } catch (error) {
      // A console says what went wrong, and goes on.
      return `Match load failed! ${error instanceof Error ? error.message : ''}`;
    } finally {
      if (loading === own) loading = undefined;
    }
  }

  boot();
  return {
    port,
    goAway,
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
