import type { FromServer } from '@karat/contract/live';
import { type CurrentRound, type OwnStakes, type Round, getCurrentRound, getRounds } from '@karat/contract/roulette';
import type { Color } from '@karat/rules/roulette';
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { call } from '#core/api.ts';
import { onEvent, onConnect } from '#core/socket.ts';
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

/** How often overdue news are asked for. */
const ASK_AGAIN_MS = 5_000;

type Roulette = {
  /** Undefined until it is known; null while there has never been a round. */
  round: CurrentRound | null | undefined;
  own: OwnStakes;
  /** Rounds that are over, newest first; undefined until they are known. */
  lastRounds: readonly Round[] | undefined;
  /** The store's time less this page's `performance.now()`. */
  offsetMs: number | undefined;
  /** The last fetch of the round went wrong. */
  isFailed: boolean;
  /** The last fetch of the rounds before it did. */
  isHistoryFailed: boolean;
};

/** The round that the whole site plays, as this tab knows it. */
export const useRoulette = create<Roulette>(() => ({
  round: undefined,
  own: NO_STAKES,
  lastRounds: undefined,
  offsetMs: undefined,
  isFailed: false,
  isHistoryFailed: false,
}));

/** The store's time now: what the times of a round are to be compared with. */
export function storeNowMs(): number {
  return performance.now() + (useRoulette.getState().offsetMs ?? performance.timeOrigin);
}

/** What is told was true a moment ago: the store's clock is at least so far. */
function hearClock(now: string): void {
  const offsetMs = Date.parse(now) - performance.now();
  useRoulette.setState((known) => ({ offsetMs: Math.max(known.offsetMs ?? offsetMs, offsetMs) }));
}

/** An answer was written somewhere between its question and its arrival, which bounds the clock on both sides. */
function setClock(now: string, askedAtMs: number): void {
  const waitedMs = performance.now() - askedAtMs;
  const leastMs = Date.parse(now) - performance.now();
  useRoulette.setState(({ offsetMs = leastMs + waitedMs / 2 }) => ({
    offsetMs: Math.min(Math.max(offsetMs, leastMs), leastMs + waitedMs),
  }));
}

function known(): KnownRound | undefined {
  const { round, own } = useRoulette.getState();
  return round ? { round, own } : undefined;
}

function takeRound(fresh: KnownRound): void {
  const before = known();
  const after = withRound(before, fresh);
  const ended = endedRound(after.round);
  // The end of the round before was missed, or whole rounds were.
  const ahead = before ? after.round.id - before.round.id : 0;
  if (before && (ahead > 1 || (ahead === 1 && !endedRound(before.round)))) void loadLastRounds();
  useRoulette.setState(({ lastRounds }) => ({
    ...after,
    isFailed: false,
    ...(ended && lastRounds && { lastRounds: withRounds(lastRounds, [ended]) }),
  }));
}

// Heard of a round that is not known yet: what is being fetched may have been read before.
let early: FromServer['ROULETTE_BET'][] = [];

function takeBets(bets: FromServer['ROULETTE_BET']): void {
  const before = known();
  const after = before && withBets(before, bets, useSession.getState().username);
  if (after) {
    useRoulette.setState(after);
    return;
  }
  // Before the first use nobody needs it; after it, this is a round of which the beginning was missed.
  if (loading === undefined && useRoulette.getState().round === undefined) return;
  early.push(bets);
  void loadRound();
}

onEvent('ROULETTE_ROUND', ({ round }) => {
  hearClock(round.now);
  takeRound({ round, own: stakesOf(round.bettors, useSession.getState().username) });
});
onEvent('ROULETTE_BET', takeBets);

let loading: Promise<void> | undefined;
let isAskedAgain = false;

/** Fetches the round. While one answer is on its way, another is asked for after it: that one may be too old. */
export function loadRound(): Promise<void> {
  if (loading) isAskedAgain = true;
  loading ??= fetchUntilFresh().finally(() => {
    loading = undefined;
  });
  return loading;
}

async function fetchUntilFresh(): Promise<void> {
  do {
    isAskedAgain = false;
    await fetchRound();
  } while (isAskedAgain);
}

async function fetchRound(): Promise<void> {
  const askedAtMs = performance.now();
  const { username } = useSession.getState();
  try {
    const { data, own } = await call(getCurrentRound);
    const isSamePlayer = useSession.getState().username === username;
    if (data === null) useRoulette.setState(({ round }) => ({ round: round ?? null, isFailed: false }));
    else {
      setClock(data.now, askedAtMs);
      takeRound({ round: data, own: isSamePlayer ? own : NO_STAKES });
    }
  } catch (error) {
    logError('Failed to load the round', error);
    useRoulette.setState({ isFailed: true });
  }
  const waiting = early;
  early = [];
  for (const bets of waiting) {
    const before = known();
    const after = before && withBets(before, bets, useSession.getState().username);
    if (after) useRoulette.setState(after);
  }
}

let isLoadingLast = false;
/** As many as somebody has wanted to see so far. */
let lastWanted = 0;

async function loadLastRounds(): Promise<void> {
  isLoadingLast = true;
  try {
    const { data } = await call(getRounds, { query: { limit: String(lastWanted || LAST_ROUNDS_MAX) } });
    useRoulette.setState(({ lastRounds = [], round }) => {
      // It may have ended while they were on their way.
      const ended = round ? endedRound(round) : undefined;
      return { lastRounds: withRounds(lastRounds, ended ? [...data, ended] : data), isHistoryFailed: false };
    });
  } catch (error) {
    // The page can be played without them; they are asked for again with the next connection.
    logError('Failed to load the last rounds', error);
    useRoulette.setState({ isHistoryFailed: true });
  } finally {
    isLoadingLast = false;
  }
}

onConnect(() => {
  const { round, isFailed } = useRoulette.getState();
  if (round !== undefined || isFailed) void loadRound();
  const { lastRounds, isHistoryFailed } = useRoulette.getState();
  if (lastRounds !== undefined || isHistoryFailed) void loadLastRounds();
});

// What the one had on the round is nothing of the other's.
useSession.subscribe((now, before) => {
  if (now.username === before.username) return;
  useRoulette.setState({ own: NO_STAKES });
  if (useRoulette.getState().round !== undefined) void loadRound();
});

/** After a bet of this tab was taken: at least so much is on the colour, whatever has been told of it so far. */
export function raiseOwnStake({ roundId, ...stake }: { roundId: number; color: Color; amount: number }): void {
  const { round, own } = useRoulette.getState();
  if (round?.id !== roundId) return;
  useRoulette.setState({ own: largerStakes(own, { ...NO_STAKES, [stake.color]: stake.amount }) });
}

/** The round, fetched with the first use and live from then on. */
export function useRound(): CurrentRound | null | undefined {
  useEffect(() => {
    if (useRoulette.getState().round === undefined && loading === undefined) void loadRound();
  }, []);
  return useRoulette(({ round }) => round);
}

/** The last rounds that are over, newest first, so many of them or more; undefined while they load. */
export function useLastRounds(count = LAST_ROUNDS_MAX): readonly Round[] | undefined {
  useEffect(() => {
    const isKnown = isLoadingLast || useRoulette.getState().lastRounds !== undefined;
    if (isKnown && count <= lastWanted) return;
    lastWanted = count;
    void loadLastRounds();
  }, [count]);
  return useRoulette(({ lastRounds }) => lastRounds);
}

/** Where the round stands, drawn anew when the clock brings it further. Overdue news are asked for while somebody looks. */
export function useRoundPhase(round: CurrentRound): RoundPhase {
  const [, setTurn] = useState(0);
  const { phase, untilMs } = phaseAt(round, storeNowMs());
  useEffect(() => {
    const draw = () => setTurn((turn) => turn + 1);
    const ask = () => {
      if (!document.hidden) void loadRound();
      draw();
    };
    const timer =
      untilMs === undefined ? setTimeout(ask, ASK_AGAIN_MS) : setTimeout(draw, Math.max(0, untilMs - storeNowMs()));
    // A hidden tab's timers are late.
    document.addEventListener('visibilitychange', draw);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', draw);
    };
  });
  return phase;
}

/** Until no more bets are taken, by the store's clock; never below nothing. */
export function msUntilClose({ closesAt }: Pick<CurrentRound, 'closesAt'>): number {
  return Math.max(0, Date.parse(closesAt) - storeNowMs());
}

const secondsUntilClose = (round: Pick<CurrentRound, 'closesAt'>): number => Math.ceil(msUntilClose(round) / 1_000);

/** Whole seconds, counted up: while one is left, bets are taken. */
export function useSecondsLeft({ closesAt }: Pick<CurrentRound, 'closesAt'>): number {
  const [seconds, setSeconds] = useState(() => secondsUntilClose({ closesAt }));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      // A moment after the full second, or it would be read twice.
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
