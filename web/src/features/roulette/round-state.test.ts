import { BETTORS_SHOWN_MAX } from '@karat/contract/roulette';
import { expect, test } from 'vitest';
import {
  bettingRound,
  bettor,
  closedRound,
  drawnRound,
  pastRound,
  settledRound,
  serverTime,
} from '#testing/roulette.ts';
import {
  type KnownRound,
  NO_STAKES,
  OVERDUE_MS,
  endedRound,
  phaseAt,
  stakesOf,
  withBets,
  withRound,
  withRounds,
} from './round-state.ts';

const ME = 'kaan_tr';
const known = (round = bettingRound(7), ownStakes = NO_STAKES): KnownRound => ({ round, ownStakes });
const totals = (amount: number) => ({
  red: { amount, bets: 1, players: 1 },
  green: { amount: 0, bets: 0, players: 0 },
  black: { amount: 0, bets: 0, players: 0 },
});

test('merges bets into the state that a fetch would return', () => {
  const before = bettingRound(7, { bettors: [bettor('ada', 'red', 100), bettor('bob', 'black', 50)] });
  const after = bettingRound(7, {
    ...before,
    bettors: [
      bettor('cem', 'red', 300),
      bettor('ada', 'red', 150),
      bettor('ada', 'green', 1),
      bettor('bob', 'black', 50),
    ],
    totals: { ...before.totals, red: { amount: 450, bets: 3, players: 2 }, green: { amount: 1, bets: 1, players: 1 } },
  });
  const bettors = [bettor('ada', 'red', 150), bettor('ada', 'green', 1), bettor('cem', 'red', 300)];
  expect(withBets(known(before), { roundId: 7, bettors, totals: after.totals }, ME)).toEqual(known(after));
});

test('ignores repeated and reordered bets', () => {
  const early = { roundId: 7, bettors: [bettor(ME, 'red', 100)], totals: totals(100) };
  const late = { roundId: 7, bettors: [bettor(ME, 'red', 250)], totals: totals(250) };
  const right = withBets(withBets(known(), early, ME)!, late, ME)!;
  expect(withBets(withBets(known(right.round, right.ownStakes), early, ME)!, late, ME)).toEqual(right);
  expect(right.ownStakes).toEqual({ red: 250, green: 0, black: 0 });
  expect(right.round.totals.red.amount).toBe(250);
});

test('sorts equal stakes by name, and keeps only as many as are shown', () => {
  const many = Array.from({ length: BETTORS_SHOWN_MAX + 5 }, (_, index) =>
    bettor(`p${String(index).padStart(2, '0')}`, 'red', 10),
  );
  const { round } = withBets(known(), { roundId: 7, bettors: many.toReversed(), totals: totals(350) }, ME)!;
  expect(round.bettors).toEqual(many.slice(0, BETTORS_SHOWN_MAX));
  const raised = bettor('p34', 'red', 11);
  const again = withBets(known(round), { roundId: 7, bettors: [raised], totals: totals(351) }, ME)!;
  expect(again.round.bettors).toEqual([raised, ...many.slice(0, BETTORS_SHOWN_MAX - 1)]);
});

test('ignores bets of an older round, and asks for a newer one', () => {
  const state = known();
  expect(withBets(state, { roundId: 6, bettors: [bettor(ME, 'red', 5)], totals: totals(5) }, ME)).toBe(state);
  expect(withBets(state, { roundId: 8, bettors: [], totals: totals(0) }, ME)).toBeUndefined();
});

test('moves a round only forward, and keeps its stakes after late events', () => {
  const betting = bettingRound(7, { bettors: [bettor('ada', 'red', 100)] });
  const steps = [betting, closedRound(betting), drawnRound(betting, 3), settledRound(betting, 3)];
  for (const [at, round] of steps.entries()) {
    for (const late of steps.slice(0, at)) expect(withRound(known(round), known(late)).round.state).toBe(round.state);
    for (const next of steps.slice(at)) expect(withRound(known(round), known(next)).round).toEqual(next);
  }
  const empty = closedRound(bettingRound(7));
  expect(withRound(known(betting), known(empty)).round).toEqual({
    ...empty,
    bettors: betting.bettors,
    totals: betting.totals,
  });
});

test('starts a newer round without stakes, and ignores an older one', () => {
  const state = known(bettingRound(7), { red: 5, green: 0, black: 0 });
  expect(withRound(state, known(bettingRound(8)))).toMatchObject({ round: { id: 8 }, ownStakes: NO_STAKES });
  expect(withRound(state, known(bettingRound(6)))).toBe(state);
});

test('finds own stakes by username, and none for a visitor', () => {
  const rows = [bettor(ME, 'red', 5), bettor(ME, 'black', 7), bettor('ada', 'green', 9)];
  expect(stakesOf(rows, ME)).toEqual({ red: 5, green: 0, black: 7 });
  expect(stakesOf([bettor('', 'red', 5)], '')).toEqual(NO_STAKES);
});

test('keeps a hundred rounds, newest first, each once', () => {
  const rounds = Array.from({ length: 100 }, (_, index) => pastRound(100 - index, index % 15));
  const ended = endedRound(settledRound(bettingRound(101), 4))!;
  expect(withRounds(rounds, [ended])).toEqual([ended, ...rounds.slice(0, 99)]);
  expect(withRounds(rounds, rounds.slice(3, 9))).toEqual(rounds);
  expect(endedRound(drawnRound(bettingRound(101), 4))).toBeUndefined();
});

test('lists a round that ended live as a fetch would', () => {
  const ended = settledRound(bettingRound(7), 4);
  const { seed, createdAt } = ended;
  expect(endedRound(ended)).toEqual({ ...pastRound(7, 4), seed, createdAt });
});

const nowMs = Date.parse(serverTime());
const betting = bettingRound(7);

test.each([
  ['takes bets', betting, 0, 'betting'],
  ['takes bets to the last moment', betting, 19_990, 'betting'],
  ['has run out, and the number is awaited', betting, 20_100, 'closing'],
  ['has run out, and no event arrives', betting, 20_100 + OVERDUE_MS, 'waiting'],
  ['is closed before its time', { ...closedRound(betting), closesAt: betting.closesAt }, 500, 'closing'],
  ['spins', drawnRound(betting, 3), 6_900, 'spinning'],
  ['has stopped, but is not paid yet', drawnRound(betting, 3), 7_100, 'result'],
  ['has stopped, and is not paid for long', drawnRound(betting, 3), 7_100 + OVERDUE_MS, 'waiting'],
  ['is paid', settledRound(betting, 3), 100, 'result'],
  ['is paid, and the next is overdue', settledRound(betting, 3), 3_100 + OVERDUE_MS, 'waiting'],
  ['was refunded', { ...settledRound(betting, 3), state: 'REFUNDED' as const }, 100, 'refunded'],
])('a round that %s', (_, round, laterMs, phase) => {
  const found = phaseAt(round, nowMs + laterMs);
  expect(found.phase).toBe(phase);
  if (found.untilMs !== undefined) expect(found.untilMs).toBeGreaterThan(nowMs + laterMs);
  if (found.untilMs !== undefined) expect(phaseAt(round, found.untilMs).phase).not.toBe(phase);
});
