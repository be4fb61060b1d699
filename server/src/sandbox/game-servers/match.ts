import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Team, TEAMS } from '@karat/rules/rooms';
import { ELO_START } from '@karat/rules/rating';
import { demoUploadEnded, goingLive, isCt, mapResult, roundEnd, seriesEnd, seriesStart } from './match-events.ts';
import type { MatchFile, MatchPlayer } from './match-file.ts';
import {
  type MatchRatings,
  type MatchState,
  newMatchState,
  type Outcome,
  playRound,
  type Random,
  roundWinners,
} from './match-state.ts';
import { createReporter, webhookOf } from './reporter.ts';
import type { Trouble } from './trouble.ts';

const DEFAULT_MAX_ROUNDS = 24;
const CRASH_AFTER_ROUNDS = 3;
/** Durations in rounds, so that they scale with the speed of the match. */
const CONNECT_ROUNDS = 0.5;
const READY_ROUNDS = 0.5;
const COUNT_IN_ROUNDS = 1;
/** At normal speed this is the two seconds by which the plugin delays the end of a series. */
const SERIES_END_ROUNDS = 0.8;

export type MatchSettings = {
  readonly roundsPerSecond: number;
  /** Players join after this time, when the site has shown them the address. */
  readonly joinAfterMs: number;
  /** How long the final score stays readable. */
  readonly postGameMs: number;
  /** Random if undefined. */
  readonly winner: Team | undefined;
  readonly trouble: Trouble | undefined;
};

export type Match = {
  file(): MatchFile;
  /** The URL of the match file. */
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
  /** Called when the score is no longer readable. */
  onOver(): void;
  readonly random?: Random;
};

const RANDOM_RANGE = 2 ** 47;

/** Unlike `Math.random`, its next values do not follow from the rounds that were seen. */
const secureRandom: Random = () => randomInt(RANDOM_RANGE) / RANDOM_RANGE;

/** The ratings that the site sends to the sandbox's own servers; equal ones without them. */
function ratingsOf({ cvars }: MatchFile): MatchRatings {
  const ratingOf = (team: Team): number => {
    const rating = Number(cvars.get(`sandbox_rating_${team}`) ?? NaN);
    return Number.isFinite(rating) ? rating : ELO_START;
  };
  return { team1: ratingOf('team1'), team2: ratingOf('team2') };
}

function maxRoundsOf({ cvars }: MatchFile): number {
  const rounds = Number(cvars.get('mp_maxrounds'));
  return Number.isInteger(rounds) && rounds >= 1 ? rounds : DEFAULT_MAX_ROUNDS;
}

/** What decides the rounds besides chance. */
function outcomeOf(file: MatchFile, { winner, trouble }: MatchSettings): Outcome {
  return { maxRounds: maxRoundsOf(file), ratings: ratingsOf(file), winner, isDraw: trouble?.name === 'draw' };
}

/** The players who join, in order: one from each team in turn. */
function arrivals({ teams }: MatchFile, trouble: Trouble | undefined): MatchPlayer[] {
  const isComing = (team: Team): boolean =>
    trouble?.name !== 'no_show' || (trouble.missing !== team && trouble.missing !== 'both');
  const coming = TEAMS.filter(isComing).map((team) => teams[team].players);
  const places = Math.max(0, ...coming.map((players) => players.length));
  return Array.from({ length: places }, (_, place) => coming.flatMap((players) => players[place] ?? [])).flat();
}

/** Plays a match from the warm-up to the end, and reports it. */
export function startMatch({ url, settings, onCrash, onOver, random = secureRandom, ...start }: MatchStart): Match {
  const { trouble, roundsPerSecond } = settings;
  let { file } = start;
  const state = newMatchState(file);
  const stopping = new AbortController();
  const { signal } = stopping;
  const reporter = createReporter(webhookOf(file.cvars), trouble);

  async function waitForRounds(rounds: number): Promise<void> {
    do await sleep((rounds * 1000) / roundsPerSecond, undefined, { signal });
    while (state.isPaused);
  }

  async function warmUp(): Promise<boolean> {
    reporter.report(seriesStart(file));
    await sleep(settings.joinAfterMs, undefined, { signal });
    for (const { steamId } of arrivals(file, trouble)) {
      await waitForRounds(CONNECT_ROUNDS);
      state.connectedAtMs.set(steamId, performance.now());
    }
    await waitForRounds(READY_ROUNDS);
    for (const team of TEAMS) {
      state.isReady[team] = file.teams[team].players.every(({ steamId }) => state.connectedAtMs.has(steamId));
    }
    return TEAMS.every((team) => state.isReady[team]);
  }

  async function playRounds(): Promise<void> {
    for (const winner of roundWinners(outcomeOf(file, settings), random)) {
      await waitForRounds(1);
      const end = playRound(state, file.teams, { winner, canEndByTime: isCt(file, winner) }, random);
      reporter.report(roundEnd(file, state, { winner, end }));
      if (trouble?.name === 'crash' && state.roundsPlayed >= CRASH_AFTER_ROUNDS) return onCrash(trouble.forMs);
    }
  }

  async function wrapUp(): Promise<void> {
    state.phase = 'post_game';
    reporter.report(mapResult(file, state));
    await waitForRounds(SERIES_END_ROUNDS);
    // After a draw the plugin never sends series_end.
    if (state.score.team1 !== state.score.team2) reporter.report(seriesEnd(file, state));
    if (file.cvars.has('matchzy_demo_upload_url')) reporter.report(demoUploadEnded(file));
    reporter.flush();
    await sleep(settings.postGameMs, undefined, { signal });
    onOver();
  }

  async function play(): Promise<void> {
    // A warm-up with missing players lasts until the site ends the match.
    if (!(await warmUp())) return;
    await waitForRounds(COUNT_IN_ROUNDS);
    state.phase = 'live';
    reporter.report(goingLive(file));
    await playRounds();
    // A crashed server reports nothing more.
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
