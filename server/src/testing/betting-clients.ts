import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bet, CurrentRound } from '@karat/contract/roulette';
import { COLORS } from '@karat/rules/roulette';
import type { Db } from '#db/db.ts';
import { addPlayer, type TestPlayer, welcome } from './fixtures.ts';
import { silentLive } from '#live/silent-live.ts';

/** A site that does not answer by then is asked again, perhaps at another door. */
const ANSWER_TIMEOUT_MS = 3_000;
const AGAIN_MS = 100;
/** Between two presses of one client. */
const REST_MS = 15;
const LOOK_EVERY_MS = 25;
const AMOUNT_MAX = 100;

/** Where the site is reached at the moment. */
export type PickOrigin = () => string;

/** One press of a button: sent until an answer comes, always under the same key, as the web app does. */
export type SentBet = { readonly player: TestPlayer; readonly key: string; readonly body: string };
export type BetReply = SentBet & { readonly status: number; readonly text: string };

async function send(door: PickOrigin, { player, key, body }: SentBet): Promise<{ status: number; text: string }> {
  const headers = { ...player.headers, 'idempotency-key': key, 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const reply = await fetch(`${door()}/roulette/placeBet`, { method: 'POST', headers, body, signal });
  return { status: reply.status, text: await reply.text() };
}

/** Refused connections, cut replies, a store that is away and too much haste all mean the same: come again. */
export async function sendBetUntilAnswered(door: PickOrigin, press: SentBet): Promise<BetReply> {
  for (;;) {
    const answer = await send(door, press).catch(() => undefined);
    if (answer !== undefined && ![429, 503].includes(answer.status)) return { ...press, ...answer };
    await sleep(AGAIN_MS);
  }
}

export const isPlaced = ({ status }: BetReply): boolean => status === 200;
export const betOf = ({ text }: BetReply): Bet => (JSON.parse(text) as { data: Bet }).data;

/** What anybody sees of the round; undefined where there is none, or nobody to ask. */
export async function lookAtRound(door: PickOrigin): Promise<CurrentRound | undefined> {
  try {
    const reply = await fetch(`${door()}/roulette/getCurrentRound`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    return ((await reply.json()) as { data?: CurrentRound | null }).data ?? undefined;
  } catch {
    return undefined;
  }
}

/** Players with so many diamonds each. */
export async function addPlayers(db: Db, count: number, balance: number): Promise<TestPlayer[]> {
  const players: TestPlayer[] = [];
  for (let at = 0; at < count; at++) {
    const player = await addPlayer(db);
    await welcome({ db, live: silentLive }, player.id, balance);
    players.push(player);
  }
  return players;
}

/**
 * Clients that bet on all colours without end, and one who writes down what each round promised while it was open. They
 * name the round they bet in as the page does, or not always, as a script may.
 */
export function startBettingClients(door: PickOrigin, players: readonly TestPlayer[], { namesRound = 0.5 } = {}) {
  const answers: BetReply[] = [];
  const promises = new Map<number, Set<string>>();
  let seenId: number | undefined;
  let isOver = false;

  async function watch(): Promise<void> {
    for (; !isOver; await sleep(LOOK_EVERY_MS)) {
      const round = await lookAtRound(door);
      seenId = round?.id ?? seenId;
      if (round?.state === 'BETTING') promises.set(round.id, (promises.get(round.id) ?? new Set()).add(round.hash));
    }
  }

  async function play(player: TestPlayer): Promise<void> {
    for (; !isOver; await sleep(REST_MS)) {
      const playerBet = COLORS[Math.floor(Math.random() * COLORS.length)]!;
      const amount = 1 + Math.floor(Math.random() * AMOUNT_MAX);
      const body = JSON.stringify({ playerBet, amount, ...(Math.random() < namesRound ? { roundId: seenId } : {}) });
      answers.push(await sendBetUntilAnswered(door, { player, key: randomUUID(), body }));
    }
  }

  const going = [watch(), ...players.map(play)];
  return {
    players,
    /** What they were told. */
    answers,
    /** Every hash that a round was seen with while bets were open. */
    promises,
    /** Resolves once everybody has their last answer. */
    async goHome(): Promise<void> {
      isOver = true;
      await Promise.all(going);
    },
  };
}

export type BettingClients = ReturnType<typeof startBettingClients>;
