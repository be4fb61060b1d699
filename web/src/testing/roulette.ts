import type { Bettor, CurrentRound, Round } from '@karat/contract/roulette';
import { type Color, colorOf } from '@karat/rules/roulette';

/** The server's time in these tests: half an hour ahead of the local clock, as if that were wrong. */
export const serverTime = (inMs = 0): string => new Date(Date.now() + 1_800_000 + inMs).toISOString();

export const bettor = (username: string, playerBet: Color, amount: number): Bettor => ({
  username,
  isSandbox: false,
  avatar: '',
  playerBet,
  amount,
});

const none = { amount: 0, bets: 0, players: 0 };

/** A round that takes bets for another 20 s by default. */
export function bettingRound(id: number, overrides: Partial<CurrentRound> = {}): CurrentRound {
  const bettors = overrides.bettors ?? [];
  return {
    id,
    hash: `${id % 10}`.repeat(64),
    state: 'BETTING',
    seed: null,
    winnerNumber: null,
    winnerColor: null,
    currentRound: true,
    completed: false,
    deposited: false,
    refundReason: null,
    createdAt: serverTime(),
    now: serverTime(),
    closesAt: serverTime(20_000),
    drawnAt: null,
    settledAt: null,
    spinMs: 7_000,
    pauseMs: 3_000,
    betMax: 100_000,
    betsMax: 100,
    bettors,
    totals: { red: totalOf(bettors, 'red'), green: totalOf(bettors, 'green'), black: totalOf(bettors, 'black') },
    ...overrides,
  };
}

function totalOf(bettors: readonly Bettor[], color: Color) {
  const colorBettors = bettors.filter(({ playerBet }) => playerBet === color);
  return colorBettors.reduce(
    (sum, { amount }) => ({ amount: sum.amount + amount, bets: sum.bets + 1, players: sum.players + 1 }),
    none,
  );
}

/** A round after betting has closed. */
export const closedRound = (round: CurrentRound): CurrentRound => ({
  ...round,
  state: 'ROLLING',
  now: serverTime(),
  closesAt: serverTime(),
});

/** A round with its number, drawn `drawnAgoMs` ago. */
export const drawnRound = (round: CurrentRound, winnerNumber: number, drawnAgoMs = 0): CurrentRound => ({
  ...closedRound(round),
  seed: 'ab'.repeat(32),
  winnerNumber,
  winnerColor: colorOf(winnerNumber),
  drawnAt: serverTime(-drawnAgoMs),
});

/** A round after the payouts. */
export const settledRound = (round: CurrentRound, winnerNumber: number): CurrentRound => ({
  ...drawnRound(round, winnerNumber, round.spinMs),
  state: 'SETTLED',
  settledAt: serverTime(),
  currentRound: false,
  completed: true,
  deposited: true,
});

/** An entry of the list of finished rounds. */
export const pastRound = (id: number, winnerNumber: number): Round => ({
  id,
  hash: `${id % 10}`.repeat(64),
  state: 'SETTLED',
  seed: 'cd'.repeat(32),
  winnerNumber,
  winnerColor: colorOf(winnerNumber),
  currentRound: false,
  completed: true,
  deposited: true,
  refundReason: null,
  createdAt: '2026-03-03T14:05:09.000Z',
});
