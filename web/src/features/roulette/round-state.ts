import type { FromServer } from '@karat/contract/live';
import {
  BETTORS_SHOWN_MAX,
  type Bettor,
  type ColorTotals,
  type CurrentRound,
  type OwnStakes,
  type Round,
} from '@karat/contract/roulette';
import { COLORS, type Color } from '@karat/rules/roulette';

/** As many as the page counts by colour. */
export const LAST_ROUNDS_MAX = 100;

export const NO_STAKES: OwnStakes = { red: 0, green: 0, black: 0 };

/** A round and the player's stakes on it. */
export type KnownRound = { readonly round: CurrentRound; readonly ownStakes: OwnStakes };

const isOver = ({ state }: Pick<Round, 'state'>): boolean => state === 'SETTLED' || state === 'REFUNDED';

/** Orders the states of a round, so that a late event does not move the round back. */
function progressOf(round: CurrentRound): number {
  if (isOver(round)) return 3;
  if (round.state === 'BETTING') return 0;
  return round.drawnAt === null ? 1 : 2;
}

/**
 * Merges a received or fetched round into the known one. Within a round stakes only rise, so the larger of two figures
 * is the newer one, in any order of arrival.
 */
export function withRound(known: KnownRound | undefined, { round, ownStakes }: KnownRound): KnownRound {
  if (known === undefined || round.id > known.round.id) return { round: withTopBettors(round), ownStakes };
  if (round.id < known.round.id) return known;
  const newer = progressOf(round) >= progressOf(known.round) ? round : known.round;
  const bettors = mergedBettors(known.round.bettors, round.bettors);
  const totals = largerTotals(known.round.totals, round.totals);
  return { round: { ...newer, bettors, totals }, ownStakes: largerStakes(known.ownStakes, ownStakes) };
}

/** Merges new bets. Undefined if they are of a newer round, which then has to be fetched. */
export function withBets(
  known: KnownRound,
  bets: FromServer['ROULETTE_BET'],
  username: string,
): KnownRound | undefined {
  const { round, ownStakes } = known;
  if (bets.roundId > round.id) return undefined;
  if (bets.roundId < round.id) return known;
  const bettors = mergedBettors(round.bettors, bets.bettors);
  const totals = largerTotals(round.totals, bets.totals);
  return { round: { ...round, bettors, totals }, ownStakes: largerStakes(ownStakes, stakesOf(bets.bettors, username)) };
}

/** The player's stake on each colour according to these rows. */
export function stakesOf(bettors: readonly Bettor[], username: string): OwnStakes {
  const stakes = { ...NO_STAKES };
  if (username === '') return stakes;
  for (const bettor of bettors) if (bettor.username === username) stakes[bettor.playerBet] = bettor.amount;
  return stakes;
}

export function largerStakes(one: OwnStakes, other: OwnStakes): OwnStakes {
  return byColor((color) => Math.max(one[color], other[color]));
}

function largerTotals(one: ColorTotals, other: ColorTotals): ColorTotals {
  return byColor((color) => ({
    amount: Math.max(one[color].amount, other[color].amount),
    bets: Math.max(one[color].bets, other[color].bets),
    players: Math.max(one[color].players, other[color].players),
  }));
}

function byColor<Value>(valueOf: (color: Color) => Value): Record<Color, Value> {
  return { red: valueOf('red'), green: valueOf('green'), black: valueOf('black') };
}

function mergedBettors(one: readonly Bettor[], other: readonly Bettor[]): Bettor[] {
  const known = new Map<string, Bettor>();
  for (const bettor of [...one, ...other]) {
    const key = `${bettor.playerBet}:${bettor.username}`;
    const before = known.get(key);
    if (before === undefined || bettor.amount >= before.amount) known.set(key, bettor);
  }
  return COLORS.flatMap((color) => topBettors([...known.values()], color));
}

function withTopBettors(round: CurrentRound): CurrentRound {
  return { ...round, bettors: COLORS.flatMap((color) => topBettors(round.bettors, color)) };
}

/** The players with the largest stakes on a colour, largest first, as the server lists them. */
function topBettors(bettors: readonly Bettor[], color: Color): Bettor[] {
  return bettors
    .filter(({ playerBet }) => playerBet === color)
    .toSorted((a, b) => b.amount - a.amount || (a.username < b.username ? -1 : 1))
    .slice(0, BETTORS_SHOWN_MAX);
}

/** Finished rounds, newest first, each once. */
export function withRounds(known: readonly Round[], fresh: readonly Round[]): Round[] {
  const byId = new Map([...known, ...fresh].map((round) => [round.id, round]));
  return [...byId.values()].toSorted((a, b) => b.id - a.id).slice(0, LAST_ROUNDS_MAX);
}

/** The list entry of a finished round; undefined while the round runs. */
export function endedRound(current: CurrentRound): Round | undefined {
  if (!isOver(current)) return undefined;
  const { id, hash, state, seed, winnerNumber, winnerColor, currentRound, completed, deposited } = current;
  const { refundReason, createdAt } = current;
  return {
    id,
    hash,
    state,
    seed,
    winnerNumber,
    winnerColor,
    currentRound,
    completed,
    deposited,
    refundReason,
    createdAt,
  };
}

/** The delay of an event after which the page says that it is waiting. */
export const OVERDUE_MS = 3_000;

/**
 * - `betting`: bets are accepted
 * - `closing`: betting has ended, the number is not drawn yet
 * - `spinning`: the wheel turns; nothing else may reveal the number yet
 * - `result`: the wheel has stopped
 * - `refunded`: the round could not be drawn, all stakes were refunded
 * - `waiting`: the next event is overdue
 */
export type RoundPhase = 'betting' | 'closing' | 'spinning' | 'result' | 'refunded' | 'waiting';

type PhaseNow = {
  readonly phase: RoundPhase;
  /** The server time at which the phase ends without an event. */
  readonly untilMs: number | undefined;
};

/** The phase of a round at a server time. */
export function phaseAt(round: CurrentRound, nowMs: number): PhaseNow {
  if (isOver(round)) {
    const endPhase = round.state === 'REFUNDED' ? 'refunded' : 'result';
    return overdueAt(endPhase, Date.parse(round.settledAt ?? round.now) + round.pauseMs, nowMs);
  }
  if (round.drawnAt !== null) {
    const stopsAtMs = Date.parse(round.drawnAt) + round.spinMs;
    if (nowMs < stopsAtMs) return { phase: 'spinning', untilMs: stopsAtMs };
    return overdueAt('result', stopsAtMs, nowMs);
  }
  const closesAtMs = Date.parse(round.closesAt);
  if (round.state === 'BETTING' && nowMs < closesAtMs) return { phase: 'betting', untilMs: closesAtMs };
  return overdueAt('closing', closesAtMs, nowMs);
}

function overdueAt(phase: RoundPhase, eventDueMs: number, nowMs: number): PhaseNow {
  const untilMs = eventDueMs + OVERDUE_MS;
  return nowMs < untilMs ? { phase, untilMs } : { phase: 'waiting', untilMs: undefined };
}
