import type { AdminRound, Bet, CurrentRound, RoundDay } from '@karat/contract/roulette';
import { bettingRound, settledRound } from './roulette.ts';

/** A finished round of roulette, as staff see it. */
export const adminRound = (id: number, overrides: Partial<AdminRound> = {}): AdminRound => ({
  id,
  hash: id.toString(16).padStart(64, 'a'),
  state: 'SETTLED',
  seed: 'b'.repeat(64),
  winnerNumber: 4,
  winnerColor: 'red',
  currentRound: false,
  completed: true,
  deposited: true,
  refundReason: null,
  createdAt: '2026-03-03T14:05:09.000Z',
  bets: [],
  betCount: 12,
  amount: 15_000,
  winAmount: 12_400,
  ...overrides,
});

/** A round that takes bets. */
export const openRound = (id: number, overrides: Partial<AdminRound> = {}): AdminRound =>
  adminRound(id, {
    state: 'BETTING',
    seed: null,
    winnerNumber: null,
    winnerColor: null,
    currentRound: true,
    completed: false,
    deposited: false,
    betCount: 0,
    amount: 0,
    winAmount: 0,
    ...overrides,
  });

export const bet = (id: number, overrides: Partial<Bet> = {}): Bet => ({
  id,
  createdAt: '2026-03-03T14:05:12.000Z',
  username: `player_${id}`,
  isSandbox: false,
  amount: 500,
  playerBet: 'red',
  winAmount: 1_000,
  game: 'roulette',
  roundId: 41,
  ...overrides,
});

/** The payload of a ROULETTE_ROUND event about a round. */
export const roundEvent = (round: AdminRound): { round: CurrentRound } => ({
  round: round.completed ? settledRound(bettingRound(round.id), round.winnerNumber ?? 0) : bettingRound(round.id),
});

/** A day with this amount of bets, of which 90 % was paid out. */
export const roundDay = (date: string, amount = 0): RoundDay => ({
  date,
  rounds: amount > 0 ? 10 : 0,
  bets: amount > 0 ? 25 : 0,
  amount,
  winAmount: amount * 0.9,
  profit: amount * 0.1,
});
