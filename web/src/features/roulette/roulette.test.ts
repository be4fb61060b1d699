import { act, renderHook, waitFor } from '@testing-library/react';
import type { CurrentRound, OwnStakes, Round } from '@karat/contract/roulette';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectSocket, dispatch } from '#core/socket.ts';
import { clearSession, loadSession } from '#core/session.ts';
import { bettingRound, bettor, drawnRound, pastRound, settledRound, serverTime } from '#testing/roulette.ts';
import { fakeSocket } from '#testing/fake-socket.ts';
import { demoPlayer, stubServer } from '#testing/test-utils.tsx';
import {
  loadRound,
  msUntilClose,
  raiseOwnStake,
  serverTimeMs,
  useLastRounds,
  useRoulette,
  useRound,
  useRoundPhase,
} from './roulette.ts';
import { NO_STAKES } from './round-state.ts';

const CURRENT = 'GET /roulette/getCurrentRound';
const fresh = useRoulette.getInitialState();

type Server = { round: CurrentRound | null; ownStakes: OwnStakes; rounds: Round[] };

/** A server whose round can change without an event. */
function serve(round: CurrentRound | null, { ownStakes = NO_STAKES, rounds = [] }: Partial<Server> = {}) {
  const server: Server = { round, ownStakes, rounds };
  const requests = stubServer({
    'GET /auth/me': { body: { data: demoPlayer } },
    [CURRENT]: () => ({ body: { data: server.round, own: server.ownStakes } }),
    'GET /roulette/getRounds': () => ({
      body: { data: server.rounds, pagination: { totalResults: 0, resultsPerPage: 100, currentPage: 1 } },
    }),
  });
  return { server, requestCount: (path: string) => requests.filter((each) => each.path.includes(path)).length };
}

const state = () => useRoulette.getState();
const totals = (amount: number) => ({ ...bettingRound(1).totals, red: { amount, bets: 1, players: 1 } });

beforeEach(() => useRoulette.setState(fresh, true));
afterEach(() => vi.useRealTimers());

test('fetches the round on first use, and not before', async () => {
  const { requestCount } = serve(bettingRound(7));
  dispatch('ROULETTE_BET', { roundId: 7, bettors: [], totals: totals(0) });
  expect(requestCount('getCurrentRound')).toBe(0);
  const { result } = renderHook(() => [useRound(), useRound()]);
  await waitFor(() => expect(result.current[0]?.id).toBe(7));
  renderHook(() => useRound());
  expect(requestCount('getCurrentRound')).toBe(1);
});

test('has no round on a new site, and takes the first one from its event', async () => {
  serve(null);
  const { result } = renderHook(() => useRound());
  await waitFor(() => expect(result.current).toBeNull());
  act(() => dispatch('ROULETTE_ROUND', { round: bettingRound(1) }));
  expect(result.current?.id).toBe(1);
});

test('keeps bets that arrive while the round is being fetched', async () => {
  const answer = Promise.withResolvers<void>();
  stubServer({ [CURRENT]: () => answer.promise.then(() => ({ body: { data: bettingRound(7), own: NO_STAKES } })) });
  const loading = loadRound();
  dispatch('ROULETTE_BET', { roundId: 7, bettors: [bettor('ada', 'red', 100)], totals: totals(100) });
  answer.resolve();
  await loading;
  expect(state().round?.bettors).toEqual([bettor('ada', 'red', 100)]);
  expect(state().round?.totals.red.amount).toBe(100);
});

test("takes the player's own stakes from their event, and never lowers them", async () => {
  const { server, requestCount } = serve(bettingRound(7), { ownStakes: { red: 10, green: 0, black: 0 } });
  dispatch('ROULETTE_STAKES', { roundId: 7, own: NO_STAKES });
  expect(requestCount('getCurrentRound')).toBe(0);
  await loadRound();
  dispatch('ROULETTE_STAKES', { roundId: 7, own: { red: 30, green: 5, black: 0 } });
  dispatch('ROULETTE_STAKES', { roundId: 7, own: { red: 20, green: 5, black: 0 } });
  dispatch('ROULETTE_STAKES', { roundId: 6, own: { red: 99, green: 99, black: 99 } });
  expect(state().ownStakes).toEqual({ red: 30, green: 5, black: 0 });
  server.round = bettingRound(8);
  server.ownStakes = { red: 1, green: 0, black: 0 };
  dispatch('ROULETTE_STAKES', { roundId: 8, own: server.ownStakes });
  await waitFor(() => expect(state().round?.id).toBe(8));
  expect(state().ownStakes).toEqual(server.ownStakes);
});

test('fetches an unknown round once, however many bets arrive for it', async () => {
  const { server, requestCount } = serve(bettingRound(7));
  await loadRound();
  server.round = bettingRound(8, { bettors: [bettor('ada', 'red', 100)] });
  const bets = { roundId: 8, bettors: [bettor('bob', 'red', 50)], totals: totals(150) };
  dispatch('ROULETTE_BET', bets);
  await waitFor(() => expect(state().round?.id).toBe(8));
  await waitFor(() => expect(state().round?.bettors).toEqual([bettor('ada', 'red', 100), bettor('bob', 'red', 50)]));
  expect(requestCount('getCurrentRound')).toBe(2);
});

test('ignores a response that is older than the known round', async () => {
  const betting = bettingRound(7);
  const { server } = serve(betting);
  await loadRound();
  dispatch('ROULETTE_ROUND', { round: drawnRound(betting, 3) });
  server.round = betting;
  await loadRound();
  expect(state().round?.winnerNumber).toBe(3);
});

test('raises own stakes by response and by event, and counts them once', async () => {
  serve(bettingRound(7), { ownStakes: { red: 100, green: 0, black: 0 } });
  await loadSession();
  await loadRound();
  const receiveBet = (amount: number) =>
    dispatch('ROULETTE_BET', {
      roundId: 7,
      bettors: [bettor(demoPlayer.username, 'red', amount)],
      totals: totals(amount),
    });
  receiveBet(150);
  raiseOwnStake({ roundId: 7, color: 'red', amount: 150 });
  expect(state().ownStakes.red).toBe(150);
  raiseOwnStake({ roundId: 7, color: 'red', amount: 170 });
  receiveBet(170);
  expect(state().ownStakes.red).toBe(170);
  raiseOwnStake({ roundId: 6, color: 'red', amount: 900 });
  expect(state().ownStakes).toEqual({ red: 170, green: 0, black: 0 });
});

test('clears the stakes when another player signs in', async () => {
  const { server } = serve(bettingRound(7), { ownStakes: { red: 100, green: 0, black: 0 } });
  await loadSession();
  await loadRound();
  server.ownStakes = NO_STAKES;
  clearSession();
  expect(state().ownStakes).toEqual(NO_STAKES);
  await waitFor(() => expect(state().ownStakes).toEqual(NO_STAKES));
});

test('adds a round to the last rounds when it ends', async () => {
  const betting = bettingRound(7);
  serve(betting, { rounds: [pastRound(6, 0)] });
  const { result } = renderHook(() => [useRound(), useLastRounds()] as const);
  await waitFor(() => expect(result.current[1]).toHaveLength(1));
  act(() => dispatch('ROULETTE_ROUND', { round: drawnRound(betting, 3) }));
  expect(result.current[1]?.map(({ id }) => id)).toEqual([6]);
  act(() => dispatch('ROULETTE_ROUND', { round: settledRound(betting, 3) }));
  expect(result.current[1]?.map(({ id, winnerNumber }) => [id, winnerNumber])).toEqual([
    [7, 3],
    [6, 0],
  ]);
});

test('fetches the last rounds again after missing the end of a round', async () => {
  const { server } = serve(bettingRound(7), { rounds: [pastRound(6, 0)] });
  renderHook(() => [useRound(), useLastRounds()]);
  await waitFor(() => expect(state().lastRounds).toHaveLength(1));
  server.rounds = [pastRound(7, 9), pastRound(6, 0)];
  act(() => dispatch('ROULETTE_ROUND', { round: bettingRound(8) }));
  await waitFor(() => expect(state().lastRounds?.map(({ id }) => id)).toEqual([7, 6]));
});

test('fetches the last rounds again after missing a whole round', async () => {
  const { server } = serve(settledRound(bettingRound(7), 9), { rounds: [pastRound(7, 9)] });
  renderHook(() => [useRound(), useLastRounds()]);
  await waitFor(() => expect(state().lastRounds).toHaveLength(1));
  server.rounds = [pastRound(8, 2), pastRound(7, 9)];
  act(() => dispatch('ROULETTE_ROUND', { round: bettingRound(9) }));
  await waitFor(() => expect(state().lastRounds?.map(({ id }) => id)).toEqual([8, 7]));
});

test('fetches everything again after a reconnect', async () => {
  const { server, requestCount } = serve(bettingRound(7), { rounds: [pastRound(6, 0)] });
  await connectSocket();
  renderHook(() => [useRound(), useLastRounds()]);
  await waitFor(() => expect(state().lastRounds).toHaveLength(1));
  server.round = bettingRound(9);
  server.rounds = [pastRound(8, 2), pastRound(7, 1), pastRound(6, 0)];
  act(() => fakeSocket.simulateConnect());
  await waitFor(() => expect(state().round?.id).toBe(9));
  await waitFor(() => expect(state().lastRounds).toHaveLength(3));
  expect(requestCount('getCurrentRound')).toBe(2);
});

test('uses the server’s clock, however wrong the local one is', async () => {
  const round = bettingRound(7);
  serve(round);
  await loadRound();
  expect(Math.abs(serverTimeMs() - Date.parse(serverTime()))).toBeLessThan(1_000);
  // The error is at most half the response time.
  expect(msUntilClose(round)).toBeLessThan(21_000);
  expect(msUntilClose(round)).toBeGreaterThan(15_000);
  expect(msUntilClose({ closesAt: serverTime(-1_000) })).toBe(0);
});

test('does not set the clock back for a delayed event', async () => {
  serve(bettingRound(7));
  await loadRound();
  const before = state().offsetMs!;
  dispatch('ROULETTE_ROUND', { round: { ...bettingRound(8), now: serverTime(-9_000) } });
  expect(state().offsetMs).toBe(before);
  dispatch('ROULETTE_ROUND', { round: { ...bettingRound(8), now: serverTime(9_000) } });
  expect(state().offsetMs).toBeGreaterThan(before + 8_000);
  await loadRound();
  expect(Math.abs(state().offsetMs! - before)).toBeLessThan(1_000);
});

test('logs a failed fetch and keeps the known round', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  stubServer({ [CURRENT]: 'unreachable' });
  await loadRound();
  expect(state()).toMatchObject({ round: undefined, isFailed: true });
  serve(bettingRound(7));
  await loadRound();
  expect(state()).toMatchObject({ round: { id: 7 }, isFailed: false });
  stubServer({ [CURRENT]: 'unreachable' });
  await loadRound();
  expect(state()).toMatchObject({ round: { id: 7 }, isFailed: true });
  expect(log.mock.calls.map(([what]) => what)).toEqual(['Failed to load the round', 'Failed to load the round']);
  log.mockRestore();
});

test('ends a round by time alone, and fetches it when an event is overdue', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { server } = serve(bettingRound(7));
  await loadRound();
  const { result } = renderHook(() => useRoundPhase(useRoulette((roulette) => roulette.round)!));
  expect(result.current).toBe('betting');
  await act(() => vi.advanceTimersByTimeAsync(20_100));
  expect(result.current).toBe('closing');
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(result.current).toBe('waiting');
  server.round = bettingRound(8);
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  await waitFor(() => expect(result.current).toBe('betting'));
});
