import { type Team, TEAMS } from '@karat/rules/rooms';
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

type Outcome = { readonly maxRounds: number; readonly winner: Team; readonly isDraw: boolean };

/** The winner of each round. The winning team wins the last one; a draw stops before either has enough to win. */
export function roundWinners({ maxRounds, winner, isDraw }: Outcome, random: Random): Team[] {
  const needed = Math.floor(maxRounds / 2) + 1;
  const loser = winner === 'team1' ? 'team2' : 'team1';
  const lost = isDraw ? needed - 1 : Math.floor(random() * needed);
  const before = [...Array.from({ length: needed - 1 }, () => winner), ...Array.from({ length: lost }, () => loser)];
  return [...shuffled(before, random), ...(isDraw ? [] : [winner])];
}

/** Plays one round: all of the losing team die, and at most all but one of the winners. */
export function playRound(state: MatchState, teams: MatchFile['teams'], winner: Team, random: Random): void {
  const loser = winner === 'team1' ? 'team2' : 'team1';
  const [winners, losers] = [shuffled(teams[winner].players, random), shuffled(teams[loser].players, random)];
  const traded = winners.slice(1).filter(() => random() < TRADE_CHANCE);
  const statsOf = ({ steamId }: MatchPlayer): Stats => state.stats.get(steamId)!;
  const killsNow = new Map<string, number>();

  function kill(killer: MatchPlayer, victim: MatchPlayer, helpers: readonly MatchPlayer[]): void {
    const stats = statsOf(killer);
    stats.kills++;
    killsNow.set(killer.steamId, (killsNow.get(killer.steamId) ?? 0) + 1);
    if (random() < HEADSHOT_CHANCE) stats.headshots++;
    statsOf(victim).deaths++;
    const helper = helpers.find((each) => each !== killer);
    if (helper !== undefined && random() < ASSIST_CHANCE) statsOf(helper).assists++;
  }

  const survivors = winners.filter((player) => !traded.includes(player));
  traded.forEach((victim, index) => kill(losers[index % losers.length]!, victim, losers));
  losers.forEach((victim, index) => kill(survivors[index % survivors.length]!, victim, winners));

  statsOf(traded.length > 0 ? losers[0]! : survivors[0]!).firstKills++;
  statsOf(traded[0] ?? losers[0]!).firstDeaths++;
  for (const [steamId, kills] of killsNow) if (kills >= 2) state.stats.get(steamId)!.doubles++;
  if (survivors.length === 1) statsOf(survivors[0]!).duels++;
  statsOf(survivors[0]!).mvps++;
  state.score[winner]++;
  state.roundsPlayed++;
}
