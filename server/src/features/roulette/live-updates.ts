import { randomBytes } from 'node:crypto';
import { type Bettor, BETTORS_SHOWN_MAX } from '@karat/contract/roulette';
import type { Tx } from '#db/db.ts';
import { publish } from '#db/publish.ts';
import type { Deps } from '#deps.ts';
import { createSharedReading } from '#shared-reading.ts';
import { readCurrentRound } from './current-round.ts';
import {
  type NewBettor,
  selectBettorIds,
  selectBettorsOf,
  selectColorTotals,
  selectPaidPlayers,
} from './current-queries.ts';

const CHANNEL = 'roulette';
/** Bets are broadcast in groups: rarely enough for a large audience, often enough to look live. */
const THROTTLE_MS = 100;
/** A PostgreSQL notification holds 8,000 bytes. */
const IDS_PER_MESSAGE_MAX = 400;

const ROUND = 'round';
const ENDED = /^ended (\d+)$/;
const BETS = /^bets ([0-9a-f]+) (\d+) ([\d,]+)$/;

/** Tells every process, on commit, that the round changed its state. */
export function publishRoundChange(tx: Tx): Promise<void> {
  return publish(tx.sql, CHANNEL, ROUND);
}

/** Tells every process, on commit, that the round ended, which may have changed wallets. */
export function publishRoundEnd(tx: Tx, roundId: number): Promise<void> {
  return publish(tx.sql, CHANNEL, `ended ${roundId}`);
}

type UpdateDeps = Pick<Deps, 'db' | 'live' | 'log' | 'env'>;

/** Collects bets of this process and publishes them to all processes. */
function createBetPublisher({ db, log }: UpdateDeps, processId: string) {
  let pending = new Map<number, number[]>();
  let timer: NodeJS.Timeout | undefined;

  async function publishPending(): Promise<void> {
    const batch = pending;
    pending = new Map();
    timer = undefined;
    for (const [roundId, ids] of batch) {
      for (let at = 0; at < ids.length; at += IDS_PER_MESSAGE_MAX) {
        await publish(
          db.sql,
          CHANNEL,
          `bets ${processId} ${roundId} ${ids.slice(at, at + IDS_PER_MESSAGE_MAX).join(',')}`,
        );
      }
    }
  }

  return {
    add(roundId: number, betIds: readonly number[]): void {
      pending.set(roundId, [...(pending.get(roundId) ?? []), ...betIds]);
      timer ??= setTimeout(() => {
        publishPending().catch((error: unknown) => log.warn({ err: error }, 'Bet broadcast failed'));
      }, THROTTLE_MS).unref();
    },
    close(): void {
      clearTimeout(timer);
    },
  };
}

function publicBettor({ username, isSandbox, avatar, playerBet, amount }: NewBettor): Bettor {
  return { username, isSandbox, avatar, playerBet, amount };
}

/** Broadcasts the round to clients. Every process does so for its own connections, from changes published through the database. */
export function createRouletteUpdates(deps: UpdateDeps) {
  const { db, live, log, env } = deps;
  const processId = randomBytes(4).toString('hex');
  const betPublisher = createBetPublisher(deps, processId);
  const read = createSharedReading(() => readCurrentRound(db.sql, env.roulette));
  // Sequential, so that events leave in the order of their reads.
  let queue: Promise<unknown> = Promise.resolve();

  function enqueue(work: () => Promise<void>): void {
    queue = queue.then(work).catch((error: unknown) => log.warn({ err: error }, 'Round broadcast failed'));
  }

  async function broadcastRound(): Promise<void> {
    const round = await read();
    if (round !== undefined) live.local.toAll('ROULETTE_ROUND', { round });
  }

  // Bets that wait to be broadcast, by round: if broadcasts are slower than bets, bets share one.
  const waitingBets = new Map<number, number[]>();

  async function broadcastBets(roundId: number): Promise<void> {
    const betIds = waitingBets.get(roundId)!;
    waitingBets.delete(roundId);
    const bettors = await selectBettorsOf(db.sql, { roundId, betIds, shownMax: BETTORS_SHOWN_MAX });
    const totals = await selectColorTotals(db.sql, roundId);
    const [shown, others] = [bettors.filter(({ isShown }) => isShown), bettors.filter(({ isShown }) => !isShown)];
    live.local.toAll('ROULETTE_BET', { roundId, bettors: shown.map(publicBettor), totals });
    // Only the player's own tabs show these: otherwise every client would get every bet.
    for (const each of others) {
      live.local.toPlayer(each.playerId, 'ROULETTE_BET', { roundId, bettors: [publicBettor(each)], totals });
    }
  }

  function queueBets(roundId: number, betIds: readonly number[]): void {
    const waiting = waitingBets.get(roundId);
    waitingBets.set(roundId, [...(waiting ?? []), ...betIds]);
    if (waiting === undefined) enqueue(() => broadcastBets(roundId));
  }

  /** The process that took the bet has sent the balance to its own connections; this one refreshes the player's tabs here. */
  async function refreshBettors(betIds: readonly number[]): Promise<void> {
    live.local.scheduleRefresh(await selectBettorIds(db.sql, betIds), 'BALANCE_UPDATE');
  }

  async function refreshPaidPlayers(roundId: number): Promise<void> {
    live.local.scheduleRefresh(await selectPaidPlayers(db.sql, roundId), 'BALANCE_UPDATE');
  }

  function onPublished(payload: string): void {
    const [, endedId] = ENDED.exec(payload) ?? [];
    const [, senderId, roundId, ids] = BETS.exec(payload) ?? [];
    if (roundId !== undefined && ids !== undefined) {
      const betIds = ids.split(',').map(Number);
      queueBets(Number(roundId), betIds);
      if (senderId !== processId) enqueue(() => refreshBettors(betIds));
    } else enqueue(broadcastRound);
    if (endedId !== undefined) enqueue(() => refreshPaidPlayers(Number(endedId)));
  }

  /** Catches up after a lost listen connection, because this round or the one before may have been paid in the meantime. */
  async function broadcastMissed(): Promise<void> {
    await broadcastRound();
    const round = await read();
    if (round !== undefined) for (const roundId of [round.id - 1, round.id]) await refreshPaidPlayers(roundId);
  }

  const subscription = db.listen(CHANNEL, onPublished, () => enqueue(broadcastMissed));

  return {
    /** The current round as all clients see it; undefined before the first. */
    current: read,
    addBets: betPublisher.add,
    async close(): Promise<void> {
      betPublisher.close();
      await (
        await subscription
      )();
      await queue;
    },
  };
}
export type RouletteUpdates = ReturnType<typeof createRouletteUpdates>;
