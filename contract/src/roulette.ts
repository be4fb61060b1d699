import { BET_AMOUNT_MAX, COLORS } from '@karat/rules/roulette';
import * as z from 'zod/mini';
import { WAGER_REFUSALS } from './refusal.ts';
import { endpoint } from './endpoint.ts';
import { listOf, paginationQuery, pagination } from './pagination.ts';
import { playerName } from './player-name.ts';
import { day, idNumber, idParam } from './text.ts';

const color = z.enum(COLORS, 'Choose red, green or black.');

/** The states of a round. Only BETTING takes bets; in ROLLING betting is closed, and the number follows. */
export const ROUND_STATES = ['BETTING', 'ROLLING', 'SETTLED', 'REFUNDED'] as const;

const round = z.object({
  id: z.number(),
  /** SHA-256 of the seed, published before the first bet. It never changes. */
  hash: z.string(),
  state: z.enum(ROUND_STATES),
  /** Null for everyone until the end of betting is committed. */
  seed: z.nullable(z.string()),
  winnerNumber: z.nullable(z.number()),
  winnerColor: z.nullable(color),
  /** Whether the round is being played. */
  currentRound: z.boolean(),
  completed: z.boolean(),
  /** Whether all payouts or refunds are done. */
  deposited: z.boolean(),
  /** The reason for a refund of the stakes; null without a refund. */
  refundReason: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
});

export const bettor = z.object({
  ...playerName,
  avatar: z.string(),
  playerBet: color,
  /** The player's total on this colour. */
  amount: z.number(),
});
export type Bettor = z.output<typeof bettor>;

const colorTotal = z.object({ amount: z.number(), bets: z.number(), players: z.number() });
export const colorTotals = z.object({ red: colorTotal, green: colorTotal, black: colorTotal });
export type ColorTotals = z.output<typeof colorTotals>;

/** The number of bettors shown for each colour, highest first. */
export const BETTORS_SHOWN_MAX = 30;

/** All times, including `now`, come from the database clock, so that clients can use the differences. */
export const currentRound = z.extend(round, {
  now: z.iso.datetime(),
  closesAt: z.iso.datetime(),
  drawnAt: z.nullable(z.iso.datetime()),
  settledAt: z.nullable(z.iso.datetime()),
  /** From the draw to the payout: how long the wheel spins. */
  spinMs: z.number(),
  /** From the payout to the next round. */
  pauseMs: z.number(),
  betMax: z.number(),
  /** How many bets a player may place in the round. */
  betsMax: z.number(),
  bettors: z.array(bettor),
  totals: colorTotals,
});
export type CurrentRound = z.output<typeof currentRound>;

export const stakes = z.object({ red: z.number(), green: z.number(), black: z.number() });
export type OwnStakes = z.output<typeof stakes>;

export const getCurrentRound = endpoint({
  method: 'GET',
  path: '/roulette/getCurrentRound',
  summary: 'The round that is being played, or the last one until the next begins; null before the first.',
  reply: z.object({
    data: z.nullable(currentRound),
    /** The caller's stakes on each colour in it. */
    own: stakes,
  }),
});

export const getRounds = endpoint({
  method: 'GET',
  path: '/roulette/getRounds',
  summary: 'Finished rounds, newest first.',
  query: z.object(paginationQuery()),
  reply: listOf(round),
});
export type Round = z.output<typeof round>;

const provenRound = z.extend(round, {
  chainId: z.number(),
  /** Number of the round in its chain, from 1. */
  k: z.number(),
  salt: z.string(),
  beacon: z.string(),
  /** The chain's last link, published before its first round: the hash of the first round. */
  terminal: z.string(),
});
export type ProvenRound = z.output<typeof provenRound>;

export const getRound = endpoint({
  method: 'GET',
  path: '/roulette/getRound/:id',
  summary: 'One round with everything that is needed to verify it.',
  params: z.object({ id: idParam }),
  refuses: ['not_found'],
  reply: z.object({ data: provenRound }),
});

const chain = z.object({
  id: z.number(),
  terminal: z.string(),
  /** The number of rounds that it has links for. */
  length: z.number(),
  createdAt: z.iso.datetime(),
  salt: z.string(),
  saltedAt: z.iso.datetime(),
  rounds: z.number(),
  refundedRounds: z.number(),
  isCurrent: z.boolean(),
});
export type Chain = z.output<typeof chain>;

export const getChains = endpoint({
  method: 'GET',
  path: '/fair/getChains',
  summary: 'The hash chains that rounds of roulette are drawn from, newest first, with the published end of each.',
  reply: z.object({ data: z.array(chain) }),
});

const bet = z.object({
  id: z.number(),
  createdAt: z.iso.datetime(),
  ...playerName,
  amount: z.number(),
  playerBet: color,
  /** Null until the round is finished. */
  winAmount: z.nullable(z.number()),
  game: z.literal('roulette'),
  roundId: z.number(),
});
export type Bet = z.output<typeof bet>;

export const newBet = z.object({
  playerBet: color,
  amount: z
    .number('Bet must be a whole number.')
    .check(
      z.int('Bet must be a whole number.'),
      z.minimum(1, 'Bet at least 1 diamond.'),
      z.maximum(BET_AMOUNT_MAX, 'Bet is too large.'),
    ),
  /** The round that the player saw. A bet that is too late for it is refused instead of counting for the next. */
  roundId: z.optional(idNumber),
});

export const placeBet = endpoint({
  method: 'POST',
  path: '/roulette/placeBet',
  switch: 'roulette',
  summary: 'Bet on a colour in the current round.',
  body: newBet,
  refuses: [...WAGER_REFUSALS, 'betting_closed', 'too_many_bets'],
  reply: z.object({ data: bet }),
});

const adminRound = z.extend(round, {
  /** The newest bets of the round, newest first. */
  bets: z.array(bet),
  betCount: z.number(),
  amount: z.number(),
  winAmount: z.number(),
});
export type AdminRound = z.output<typeof adminRound>;

export const getAllRouletteRounds = endpoint({
  method: 'GET',
  path: '/admin/getAllRouletteRounds',
  summary: 'All rounds, newest first, each with its last bets.',
  query: z.object(paginationQuery()),
  reply: listOf(adminRound),
});

export const getRouletteRoundById = endpoint({
  method: 'GET',
  path: '/admin/getRouletteRoundById/:id',
  summary: 'One round with its bets, newest first.',
  params: z.object({ id: idParam }),
  query: z.object(paginationQuery({ limit: 100, limitMax: 1_000 })),
  refuses: ['not_found'],
  reply: z.object({ data: adminRound, pagination }),
});

const dayTotals = z.object({ amount: z.number(), winAmount: z.number(), profit: z.number() });

export const getRoundTotalsByDate = endpoint({
  method: 'GET',
  path: '/admin/getRoundTotalsByDate/:date',
  summary: 'Bets and payouts of the rounds that ended on a day, by UTC.',
  params: z.object({ date: day }),
  reply: z.object({ dailyBetAmount: z.array(dayTotals) }),
});

export const ROUND_DAYS_MAX = 92;

const roundDay = z.extend(dayTotals, { date: z.string(), rounds: z.number(), bets: z.number() });
export type RoundDay = z.output<typeof roundDay>;

export const getRoundDays = endpoint({
  method: 'GET',
  path: '/admin/getRoundDays',
  summary: `Bets and payouts for each day of a range, first and last day included, oldest first; at most ${ROUND_DAYS_MAX} days.`,
  query: z.object({ from: day, to: day }),
  reply: z.object({ data: z.array(roundDay) }),
});
