import { setTimeout as sleep } from 'node:timers/promises';
import { type Team, TEAMS } from '@karat/rules/rooms';
import { demoUploadEnded, goingLive, mapResult, roundEnd, seriesEnd, seriesStart } from './match-events.ts';
import type { MatchFile, MatchPlayer } from './match-file.ts';
import { type MatchState, newMatchState, playRound, type Random, roundWinners } from './match-state.ts';
import { createReporter, webhookOf } from './reporter.ts';
import type { Trouble } from './trouble.ts';

const DEFAULT_MAX_ROUNDS = 24;
const CRASH_AFTER_ROUNDS = 3;
/** In rounds, so that a fast match is fast as a whole. */
const CONNECT_ROUNDS = 0.5;
const READY_ROUNDS = 0.5;
const COUNT_IN_ROUNDS = 1;
/** At the usual speed, the two seconds for which the plugin keeps the end of a series back. */
const SERIES_END_ROUNDS = 0.8;

export type MatchSettings = {
  readonly roundsPerSecond: number;
  /** Nobody can come before the site has told the players where to. */
  readonly joinAfterMs: number;
  /** How long the final score stays readable. */
  readonly postGameMs: number;
  /** By chance where it is left out. */
  readonly winner: Team | undefined;
  readonly trouble: Trouble | undefined;
};

export type Match = {
  file(): MatchFile;
  /** Where the match file came from. */
  readonly url: string;
  readonly state: MatchState;
  addPlayer(team: Team, player: MatchPlayer): void;
  stop(): void;
};

type MatchStart = {
  readonly file: MatchFile;
  readonly url: string;
  readonly settings: MatchSettings;
  onCrash(forMs: number): void;
  /** The score is not readable any more. */
  onOver(): void;
  readonly random?: Random;
};

function maxRoundsOf({ cvars }: MatchFile): number {
  const rounds = Number(cvars.get('mp_maxrounds'));
  return Number.isInteger(rounds) && rounds >= 1 ? rounds : DEFAULT_MAX_ROUNDS;
}

/** One from each team in turn, as people drop in. */
function arrivals({ teams }: MatchFile, trouble: Trouble | undefined): MatchPlayer[] {
  const isComing = (team: Team): boolean =>
    trouble?.name !== 'no_show' || (trouble.missing !== team && trouble.missing !== 'both');
  const coming = TEAMS.filter(isComing).map((team) => teams[team].players);
  const places = Math.max(0, ...coming.map((players) => players.length));
  return Array.from({ length: places }, (_, place) => coming.flatMap((players) => players[place] ?? [])).flat();
}

/** Plays a match from the warm-up to the end, and reports it. */
export function startMatch({ url, settings, onCrash, onOver, random = Math.random, ...start }: MatchStart): Match {
  const { trouble, roundsPerSecond } = settings;
  let { file } = start;
  const state = newMatchState(file);
  const stopping = new AbortController();
  const { signal } = stopping;
  const reporter = createReporter(webhookOf(file.cvars), trouble);

  async function letPass(rounds: number): Promise<void> {
    do await sleep((rounds * 1000) / roundsPerSecond, undefined, { signal });
    while (state.isPaused);
  }

  async function warmUp(): Promise<boolean> {
    reporter.report(seriesStart(file));
    await sleep(settings.joinAfterMs, undefined, { signal });
    for (const { steamId } of arrivals(file, trouble)) {
      await letPass(CONNECT_ROUNDS);
      state.connectedAtMs.set(steamId, performance.now());
    }
    await letPass(READY_ROUNDS);
    for (const team of TEAMS) {
      state.isReady[team] = file.teams[team].players.every(({ steamId }) => state.connectedAtMs.has(steamId));
    }
    return TEAMS.every((team) => state.isReady[team]);
  }

  async function playRounds(): Promise<void> {
    const winner = settings.winner ?? (random() < 0.5 ? 'team1' : 'team2');
    const outcome = { maxRounds: maxRoundsOf(file), winner, isDraw: trouble?.name === 'draw' };
    for (const roundWinner of roundWinners(outcome, random)) {
      await letPass(1);
      playRound(state, file.teams, roundWinner, random);
      reporter.report(roundEnd(file, state, roundWinner));
      if (trouble?.name === 'crash' && state.roundsPlayed >= CRASH_AFTER_ROUNDS) return onCrash(trouble.forMs);
    }
  }

  async function wrapUp(): Promise<void> {
    state.phase = 'post_game';
    reporter.report(mapResult(file, state));
    await letPass(SERIES_END_ROUNDS);
    // Of a drawn map the plugin never sends the end of the series.
    if (state.score.team1 !== state.score.team2) reporter.report(seriesEnd(file, state));
    if (file.cvars.has('matchzy_demo_upload_url')) reporter.report(demoUploadEnded(file));
    reporter.flush();
    await sleep(settings.postGameMs, undefined, { signal });
    onOver();
  }

  async function play(): Promise<void> {
    // A warm-up never ends by itself: who waits for somebody waits until the match is ended from outside.
    if (!(await warmUp())) return;
    await letPass(COUNT_IN_ROUNDS);
    state.phase = 'live';
    reporter.report(goingLive(file));
    await playRounds();
    // A server that died has nothing to say any more.
    signal.throwIfAborted();
    await wrapUp();
  }

  void play().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });

  return {
    file: () => file,
    url,
    state,
    addPlayer(team, player) {
      const joined = { ...file.teams[team], players: [...file.teams[team].players, player] };
      file = { ...file, teams: { ...file.teams, [team]: joined } };
      state.stats.set(player.steamId, newMatchState({ teams: file.teams }).stats.get(player.steamId)!);
    },
    stop: () => stopping.abort(),
  };
}
