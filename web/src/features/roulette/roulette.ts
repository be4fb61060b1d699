import type { FromServer } from '@karat/contract/live';
import { type CurrentRound, type OwnStakes, type Round, getCurrentRound, getRounds } from '@karat/contract/roulette';
import type { Color } from '@karat/rules/roulette';
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { call } from '#core/api.ts';
import { onEvent, shareSubscription } from '#core/socket.ts';
import { logError } from '#core/log.ts';
import { useSession } from '#core/session.ts';
import {
  type KnownRound,
  LAST_ROUNDS_MAX,
  NO_STAKES,
  type RoundPhase,
  endedRound,
  largerStakes,
  phaseAt,
  stakesOf,
  withBets,
  withRound,
  withRounds,
} from './round-state.ts';

/** The interval at which the page fetches a round whose next event is overdue. */
const OVERDUE_REFETCH_MS = 5_000;

type Roulette = {
  /** Undefined until loaded; null if there has never been a round. */
  round: CurrentRound | null | undefined;
  ownStakes: OwnStakes;
  /** Finished rounds, newest first; undefined until loaded. */
  lastRounds: readonly Round[] | undefined;
  /** Server time minus this page's `performance.now()`. */
  offsetMs: number | undefined;
  /** The last fetch of the round failed. */
  isFailed: boolean;
  /** The last fetch of the finished rounds failed. */
  isHistoryFailed: boolean;
};

/** The site's current round as this tab knows it. */
export const useRoulette = create<Roulette>(() => ({
  round: undefined,
  ownStakes: NO_STAKES,
  lastRounds: undefined,
  offsetMs: undefined,
  isFailed: false,
  isHistoryFailed: false,
}));

/** The current server time, to compare with the times of a round. */
export function serverTimeMs(): number {
  return performance.now() + (useRoulette.getState().offsetMs ?? performance.timeOrigin);
}

/** An event was true a moment ago, so the server's clock is at least this far. */
function syncClock(now: string): void {
  const offsetMs = Date.parse(now) - performance.now();
  useRoulette.setState((knownRound) => ({ offsetMs: Math.max(knownRound.offsetMs ?? offsetMs, offsetMs) }));
}

/** A response was written between request and arrival, which bounds the server's clock on both sides. */
function syncClockFromResponse(now: string, requestedAtMs: number): void {
  const waitedMs = performance.now() - requestedAtMs;
  const leastMs = Date.parse(now) - performance.now();
  useRoulette.setState(({ offsetMs = leastMs + waitedMs / 2 }) => ({
    offsetMs: Math.min(Math.max(offsetMs, leastMs), leastMs + waitedMs),
  }));
}

function known(): KnownRound | undefined {
  const { round, ownStakes } = useRoulette.getState();
  return round ? { round, ownStakes } : undefined;
}

function applyRound(fresh: KnownRound): void {
  const before = known();
  const after = withRound(before, fresh);
  const ended = endedRound(after.round);
  // The end of the previous round, or whole rounds, were missed.
  const ahead = before ? after.round.id - before.round.id : 0;
  if (before && (ahead > 1 || (ahead === 1 && !endedRound(before.round)))) void loadLastRounds();
  useRoulette.setState(({ lastRounds }) => ({
    ...after,
    isFailed: false,
    ...(ended && lastRounds && { lastRounds: withRounds(lastRounds, [ended]) }),
  }));
}

// Bets of a round that is not loaded yet: the response in flight may have been read before them.
let earlyBets: FromServer['ROULETTE_BET'][] = [];

function applyBets(bets: FromServer['ROULETTE_BET']): void {
  const before = known();
  const after = before && withBets(before, bets, useSession.getState().username);
  if (after) {
    useRoulette.setState(after);
    return;
  }
  // Before the first use no page needs the round; afterwards its start was missed.
  if (loading === undefined && useRoulette.getState().round === undefined) return;
  earlyBets.push(bets);
  void loadRound();
}

function applyRoundEvent({ round }: FromServer['ROULETTE_ROUND']): void {
  syncClock(round.now);
  applyRound({ round, ownStakes: stakesOf(round.bettors, useSession.getState().username) });
}

const watchRound = shareSubscription(() => {
  // What is known may be from before the previous subscription ended.
  catchUp();
  const stops = [onEvent('ROULETTE_ROUND', applyRoundEvent, catchUp), onEvent('ROULETTE_BET', applyBets, catchUp)];
  return () => stops.forEach((stop) => stop());
});

onEvent('ROULETTE_STAKES', ({ roundId, own }) => {
  const { round, ownStakes } = useRoulette.getState();
  if (round?.id === roundId) useRoulette.setState({ ownStakes: largerStakes(ownStakes, own) });
  // The start of its round was missed.
  else if (round !== undefined && roundId > (round?.id ?? 0)) void loadRound();
});

let loading: Promise<void> | undefined;
let needsRefetch = false;

/** Fetches the round. A call during a fetch adds another fetch, because the response in flight may be too old. */
export function loadRound(): Promise<void> {
  if (loading) needsRefetch = true;
  loading ??= fetchUntilFresh().finally(() => {
    loading = undefined;
  });
  return loading;
}

async function fetchUntilFresh(): Promise<void> {
  do {
    needsRefetch = false;
    await fetchRound();
  } while (needsRefetch);
}

async function fetchRound(): Promise<void> {
  const requestedAtMs = performance.now();
  const { username } = useSession.getState();
  try {
    const { data, own: ownStakes } = await call(getCurrentRound);
    const isSamePlayer = useSession.getState().username === username;
    if (data === null) useRoulette.setState(({ round }) => ({ round: round ?? null, isFailed: false }));
    else {
      syncClockFromResponse(data.now, requestedAtMs);
      applyRound({ round: data, ownStakes: isSamePlayer ? ownStakes : NO_STAKES });
    }
  } catch (error) {
    logError('Failed to load the round', error);
    useRoulette.setState({ isFailed: true });
  }
  const waiting = earlyBets;
  earlyBets = [];
  for (const bets of waiting) {
    const before = known();
    const after = before && withBets(before, bets, useSession.getState().username);
    if (after) useRoulette.setState(after);
  }
}

let isLoadingHistory = false;
/** The largest number of rounds requested so far. */
let historyCount = 0;

async function loadLastRounds(): Promise<void> {
  isLoadingHistory = true;
  try {
    const { data } = await call(getRounds, { query: { limit: String(historyCount || LAST_ROUNDS_MAX) } });
    useRoulette.setState(({ lastRounds = [], round }) => {
      // The round may have ended while the request was in flight.
      const ended = round ? endedRound(round) : undefined;
      return { lastRounds: withRounds(lastRounds, ended ? [...data, ended] : data), isHistoryFailed: false };
    });
  } catch (error) {
    // The page works without them; the next connection fetches them again.
    logError('Failed to load the last rounds', error);
    useRoulette.setState({ isHistoryFailed: true });
  } finally {
    isLoadingHistory = false;
  }
}

function catchUp(): void {
  const { round, isFailed } = useRoulette.getState();
  if (round !== undefined || isFailed) void loadRound();
  const { lastRounds, isHistoryFailed } = useRoulette.getState();
  if (lastRounds !== undefined || isHistoryFailed) void loadLastRounds();
}

// Stakes of the previous player do not belong to the next one.
useSession.subscribe((now, before) => {
  if (now.username === before.username) return;
  useRoulette.setState({ ownStakes: NO_STAKES });
  if (useRoulette.getState().round !== undefined) void loadRound();
});

/** After an accepted bet of this tab: the stake on the colour is at least this, even if events have shown less so far. */
export function raiseOwnStake({ roundId, ...stake }: { roundId: number; color: Color; amount: number }): void {
  const { round, ownStakes } = useRoulette.getState();
  if (round?.id !== roundId) return;
  useRoulette.setState({ ownStakes: largerStakes(ownStakes, { ...NO_STAKES, [stake.color]: stake.amount }) });
}

/** The current round, fetched on first use and updated live. */
export function useRound(): CurrentRound | null | undefined {
  useEffect(() => {
    const stop = watchRound();
    if (useRoulette.getState().round === undefined && loading === undefined) void loadRound();
    return stop;
  }, []);
  return useRoulette(({ round }) => round);
}

/** At least `count` finished rounds, newest first; undefined while loading. */
export function useLastRounds(count = LAST_ROUNDS_MAX): readonly Round[] | undefined {
  useEffect(() => {
    const isKnown = isLoadingHistory || useRoulette.getState().lastRounds !== undefined;
    if (isKnown && count <= historyCount) return;
    historyCount = count;
    void loadLastRounds();
  }, [count]);
  return useRoulette(({ lastRounds }) => lastRounds);
}

/** The phase of the round, updated as time passes. Fetches the round when an event is overdue and the tab is visible. */
export function useRoundPhase(round: CurrentRound): RoundPhase {
  const [, setTurn] = useState(0);
  const { phase, untilMs } = phaseAt(round, serverTimeMs());
  useEffect(() => {
    const draw = () => setTurn((turn) => turn + 1);
    const refetch = () => {
      if (!document.hidden) void loadRound();
      draw();
    };
    const timer =
      untilMs === undefined
        ? setTimeout(refetch, OVERDUE_REFETCH_MS)
        : setTimeout(draw, Math.max(0, untilMs - serverTimeMs()));
    // A hidden tab's timers are late.
    document.addEventListener('visibilitychange', draw);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', draw);
    };
  });
  return phase;
}

/** Time until betting closes by the server's clock; never negative. */
export function msUntilClose({ closesAt }: Pick<CurrentRound, 'closesAt'>): number {
  return Math.max(0, Date.parse(closesAt) - serverTimeMs());
}

const secondsUntilClose = (round: Pick<CurrentRound, 'closesAt'>): number => Math.ceil(msUntilClose(round) / 1_000);

/** Whole seconds left, rounded up: betting is open while one is left. */
export function useSecondsLeft({ closesAt }: Pick<CurrentRound, 'closesAt'>): number {
  const [seconds, setSeconds] = useState(() => secondsUntilClose({ closesAt }));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      // Just after the full second, or the same second would be read twice.
      timer = setTimeout(read, (msUntilClose({ closesAt }) % 1_000) + 10);
    };
    const read = () => {
      setSeconds(secondsUntilClose({ closesAt }));
      wait();
    };
    wait();
    return () => clearTimeout(timer);
  }, [closesAt]);
  return seconds;
}
