import { type RoundEnd, type Team, TEAMS } from '@karat/rules/rooms';
import type { MatchFile, MatchPlayer } from './match-file.ts';

type Stats = {
  kills: number;
  deaths: number;
  assists: number;
  headshots: number;
  /** Rounds with two kills; more do not occur here. */
  doubles: number;
  firstKills: number;
  firstDeaths: number;
  mvps: number;
  /** 1v1 situations won. */
  duels: number;
};

export type MatchState = {
  phase: 'warmup' | 'live' | 'post_game';
  isPaused: boolean;
  roundsPlayed: number;
  readonly score: Record<Team, number>;
  readonly isReady: Record<Team, boolean>;
  /** Connection times of the connected players, by Steam id. */
  readonly connectedAtMs: Map<string, number>;
  readonly stats: Map<string, Stats>;
};

/** Returns a number from 0 inclusive to 1 exclusive. */
export type Random = () => number;

const HEADSHOT_CHANCE = 0.4;
const ASSIST_CHANCE = 0.3;
const TRADE_CHANCE = 0.5;
const TIME_CHANCE = 0.2;

export function newMatchState({ teams }: Pick<MatchFile, 'teams'>): MatchState {
  const players = TEAMS.flatMap((team) => teams[team].players);
  const zero = { kills: 0, deaths: 0, assists: 0, headshots: 0, doubles: 0, firstKills: 0, firstDeaths: 0 };
  return {
    phase: 'warmup',
    isPaused: false,
    roundsPlayed: 0,
    score: { team1: 0, team2: 0 },
    isReady: { team1: false, team2: false },
    connectedAtMs: new Map(),
    stats: new Map(players.map(({ steamId }) => [steamId, { ...zero, mvps: 0, duels: 0 }])),
  };
}

function shuffled<Value>(values: readonly Value[], random: Random): Value[] {
  return values
    .map((value) => ({ value, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

/** Added to the even chance of a team that won the previous round. */
const MOMENTUM = 0.1;
/** Added for each round that a team is behind, so that matches stay close. */
const CATCH_UP = 0.06;
/** Added for each point of rating that a team has more than the other. */
const RATING_ADVANTAGE = 0.0002;
const RATING_ADVANTAGE_MAX = 0.06;
/** No round is certain. */
const ROUND_CHANCE_MIN = 0.2;

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** Ratings are all that a match depends on: not who is a person, and not what is at stake. */
export type MatchRatings = Readonly<Record<Team, number>>;

type RoundStart = {
  readonly score: Readonly<Record<Team, number>>;
  /** The winner of the previous round; undefined in the first. */
  readonly previous: Team | undefined;
  readonly ratings: MatchRatings;
};

/** The chance that team1 wins the next round. */
export function roundChance({ score, previous, ratings }: RoundStart): number {
  const rating = (ratings.team1 - ratings.team2) * RATING_ADVANTAGE;
  const momentum = previous === undefined ? 0 : previous === 'team1' ? MOMENTUM : -MOMENTUM;
  const catchUp = (score.team2 - score.team1) * CATCH_UP;
  const advantage = clamp(rating, -RATING_ADVANTAGE_MAX, RATING_ADVANTAGE_MAX) + momentum + catchUp;
  return clamp(0.5 + advantage, ROUND_CHANCE_MIN, 1 - ROUND_CHANCE_MIN);
}

const otherTeam = (team: Team): Team => (team === 'team1' ? 'team2' : 'team1');

/** The rounds that a team needs to win a match. */
export const roundsNeeded = (maxRounds: number): number => Math.floor(maxRounds / 2) + 1;

export type Outcome = {
  readonly maxRounds: number;
  readonly ratings: MatchRatings;
  /** Decided by chance if undefined. */
  readonly winner: Team | undefined;
  readonly isDraw: boolean;
};

/** The winner of each round. The winning team wins the last one; a draw stops before either has enough to win. */
export function roundWinners({ maxRounds, ratings, winner, isDraw }: Outcome, random: Random): Team[] {
  const needed = roundsNeeded(maxRounds);
  const score = { team1: 0, team2: 0 };
  const rounds: Team[] = [];
  while (Math.max(score.team1, score.team2) < needed) {
    if (isDraw && score.team1 === needed - 1 && score.team2 === needed - 1) return rounds;
    const drawn = random() < roundChance({ score, previous: rounds.at(-1), ratings }) ? 'team1' : 'team2';
    const isHeldBack = isDraw && score[drawn] === needed - 1;
    const roundWinner = isHeldBack ? otherTeam(drawn) : drawn;
    rounds.push(roundWinner);
    score[roundWinner]++;
  }
  // With the teams exchanged, the match is just as close.
  return winner === undefined || rounds.at(-1) === winner ? rounds : rounds.map(otherTeam);
}

type Round = {
  readonly winner: Team;
  /** Only the defending side wins when the time is up. */
  readonly canEndByTime: boolean;
};

/** Plays one round: the losing team dies, or some of it if the time is up, and at most all but one of the winners. */
export function playRound(
  state: MatchState,
  teams: MatchFile['teams'],
  { winner, canEndByTime }: Round,
  random: Random,
): RoundEnd {
  const [winners, losers] = [
    shuffled(teams[winner].players, random),
    shuffled(teams[otherTeam(winner)].players, random),
  ];
  const end: RoundEnd = canEndByTime && random() < TIME_CHANCE ? 'time' : 'elimination';
  const killed = end === 'elimination' ? losers : losers.slice(1).filter(() => random() < TRADE_CHANCE);
  const traded = winners.slice(1).filter(() => random() < TRADE_CHANCE);
  const survivors = winners.filter((player) => !traded.includes(player));
  const statsOf = ({ steamId }: MatchPlayer): Stats => state.stats.get(steamId)!;
  const killsNow = new Map<string, number>();

  function kill(killer: MatchPlayer, victim: MatchPlayer, helpers: readonly MatchPlayer[]): void {
    const stats = statsOf(killer);
    stats.kills++;
    killsNow.set(killer.steamId, (killsNow.get(killer.steamId) ?? 0) + 1);
    if (killsNow.size === 1 && killsNow.get(killer.steamId) === 1) {
      stats.firstKills++;
      statsOf(victim).firstDeaths++;
    }
    if (random() < HEADSHOT_CHANCE) stats.headshots++;
    statsOf(victim).deaths++;
    const helper = helpers.find((each) => each !== killer);
    if (helper !== undefined && random() < ASSIST_CHANCE) statsOf(helper).assists++;
  }

  traded.forEach((victim, index) => kill(losers[index % losers.length]!, victim, losers));
  killed.forEach((victim, index) => kill(survivors[index % survivors.length]!, victim, winners));

  for (const [steamId, kills] of killsNow) if (kills >= 2) state.stats.get(steamId)!.doubles++;
  if (survivors.length === 1 && end === 'elimination') statsOf(survivors[0]!).duels++;
  statsOf(survivors[0]!).mvps++;
  state.score[winner]++;
  state.roundsPlayed++;
  return end;
}
