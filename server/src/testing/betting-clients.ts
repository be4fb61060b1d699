import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bet, CurrentRound } from '@karat/contract/roulette';
import { COLORS } from '@karat/rules/roulette';
import type { Db } from '#db/db.ts';
import { addPlayer, type TestPlayer, creditWelcomeDiamonds } from './fixtures.ts';
import { noopLive } from '#live/noop-live.ts';

/** After this timeout a request is sent again, perhaps to another process. */
const ANSWER_TIMEOUT_MS = 3_000;
const RETRY_MS = 100;
/** Between two bets of one client. */
const REST_MS = 15;
const LOOK_EVERY_MS = 25;
const AMOUNT_MAX = 100;

/** Returns the origin of a process that serves the site now. */
export type PickOrigin = () => string;

/** One bet: sent until there is a reply, always under the same idempotency key, as the web app does. */
export type SentBet = { readonly player: TestPlayer; readonly key: string; readonly body: string };
export type BetReply = SentBet & { readonly status: number; readonly text: string };

async function send(anyOrigin: PickOrigin, { player, key, body }: SentBet): Promise<{ status: number; text: string }> {
  const headers = { ...player.headers, 'idempotency-key': key, 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const reply = await fetch(`${anyOrigin()}/roulette/placeBet`, { method: 'POST', headers, body, signal });
  return { status: reply.status, text: await reply.text() };
}

/** Retries after refused connections, cut replies, an unavailable database and exceeded rate limits. */
export async function sendBetUntilAnswered(anyOrigin: PickOrigin, bet: SentBet): Promise<BetReply> {
  for (;;) {
    const reply = await send(anyOrigin, bet).catch(() => undefined);
    if (reply !== undefined && ![429, 503].includes(reply.status)) return { ...bet, ...reply };
    await sleep(RETRY_MS);
  }
}

export const isPlaced = ({ status }: BetReply): boolean => status === 200;
export const betOf = ({ text }: BetReply): Bet => (JSON.parse(text) as { data: Bet }).data;

/** The current round as visitors see it; undefined if there is none or the site does not answer. */
export async function fetchCurrentRound(anyOrigin: PickOrigin): Promise<CurrentRound | undefined> {
  try {
    const reply = await fetch(`${anyOrigin()}/roulette/getCurrentRound`, {
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    return ((await reply.json()) as { data?: CurrentRound | null }).data ?? undefined;
  } catch {
    return undefined;
  }
}

export async function addPlayers(db: Db, count: number, balance: number): Promise<TestPlayer[]> {
  const players: TestPlayer[] = [];
  for (let at = 0; at < count; at++) {
    const player = await addPlayer(db);
    await creditWelcomeDiamonds({ db, live: noopLive }, player.id, balance);
    players.push(player);
  }
  return players;
}

/**
 * Starts clients that bet on all colours until they are stopped, and one that records the hash of each open round. The
 * share `namesRound` of the bets names its round as the page does; the others leave it out, as a script may.
 */
export function startBettingClients(anyOrigin: PickOrigin, players: readonly TestPlayer[], { namesRound = 0.5 } = {}) {
  const replies: BetReply[] = [];
  const hashes = new Map<number, Set<string>>();
  let seenId: number | undefined;
  let isOver = false;

  async function watch(): Promise<void> {
    for (; !isOver; await sleep(LOOK_EVERY_MS)) {
      const round = await fetchCurrentRound(anyOrigin);
      seenId = round?.id ?? seenId;
      if (round?.state === 'BETTING') hashes.set(round.id, (hashes.get(round.id) ?? new Set()).add(round.hash));
    }
  }

  async function play(player: TestPlayer): Promise<void> {
    for (; !isOver; await sleep(REST_MS)) {
      const playerBet = COLORS[Math.floor(Math.random() * COLORS.length)]!;
      const amount = 1 + Math.floor(Math.random() * AMOUNT_MAX);
      const body = JSON.stringify({ playerBet, amount, ...(Math.random() < namesRound ? { roundId: seenId } : {}) });
      replies.push(await sendBetUntilAnswered(anyOrigin, { player, key: randomUUID(), body }));
    }
  }

  const running = [watch(), ...players.map(play)];
  return {
    players,
    /** Replies to all bets. */
    replies,
    /** The hashes that each round showed while bets were open. */
    hashes,
    /** Resolves once every client has its last reply. */
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(running);
    },
  };
}

export type BettingClients = ReturnType<typeof startBettingClients>;
