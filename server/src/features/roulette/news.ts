import { randomBytes } from 'node:crypto';
import { type Bettor, BETTORS_SHOWN_MAX } from '@karat/contract/roulette';
import type { Tx } from '#db/db.ts';
import { say } from '#db/say.ts';
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
const GATHER_MS = 100;
/** A PostgreSQL notification holds 8,000 bytes. */
const IDS_TOLD_MAX = 400;

const ROUND = 'round';
const ENDED = /^ended (\d+)$/;
const BETS = /^bets ([0-9a-f]+) (\d+) ([\d,]+)$/;

/** Tells every process, on commit, that the round changed its state. */
export function tellRoundChanged(tx: Tx): Promise<void> {
  return say(tx.sql, CHANNEL, ROUND);
}

/** Tells every process, on commit, that the round ended, which may have changed wallets. */
export function tellRoundEnded(tx: Tx, roundId: number): Promise<void> {
  return say(tx.sql, CHANNEL, `ended ${roundId}`);
}

type NewsDeps = Pick<Deps, 'db' | 'live' | 'log' | 'env'>;

/** Collects bets of this process and publishes them to all processes. */
function createBetNews({ db, log }: NewsDeps, self: string) {
  let gathered = new Map<number, number[]>();
  let timer: NodeJS.Timeout | undefined;

  async function tell(): Promise<void> {
    const told = gathered;
    gathered = new Map();
    timer = undefined;
    for (const [roundId, ids] of told) {
      for (let at = 0; at < ids.length; at += IDS_TOLD_MAX) {
        await say(db.sql, CHANNEL, `bets ${self} ${roundId} ${ids.slice(at, at + IDS_TOLD_MAX).join(',')}`);
      }
    }
  }

  return {
    note(roundId: number, betIds: readonly number[]): void {
      gathered.set(roundId, [...(gathered.get(roundId) ?? []), ...betIds]);
      timer ??= setTimeout(() => {
        tell().catch((error: unknown) => log.warn({ err: error }, 'Bet broadcast failed'));
      }, GATHER_MS).unref();
    },
    close(): void {
      clearTimeout(timer);
    },
  };
}

function asSeen({ username, avatar, playerBet, amount }: NewBettor): Bettor {
  return { username, avatar, playerBet, amount };
}

/** Broadcasts the round to clients. Every process does so for its own connections, from changes published through the database. */
export function createRouletteNews(deps: NewsDeps) {
  const { db, live, log, env } = deps;
  const self = randomBytes(4).toString('hex');
  const betNews = createBetNews(deps, self);
  const read = createSharedReading(() => readCurrentRound(db.sql, env.roulette));
  // Sequential, so that events leave in the order of their reads.
  let last: Promise<unknown> = Promise.resolve();

  function inTurn(work: () => Promise<void>): void {
    last = last.then(work).catch((error: unknown) => log.warn({ err: error }, 'Round broadcast failed'));
  }

  async function tellRound(): Promise<void> {
    const round = await read();
    if (round !== undefined) live.here.toAll('ROULETTE_ROUND', { round });
  }

  // Bets that wait to be broadcast, by round: if broadcasts are slower than bets, bets share one.
  const heard = new Map<number, number[]>();

  async function tellBets(roundId: number): Promise<void> {
    const betIds = heard.get(roundId)!;
    heard.delete(roundId);
    const bettors = await selectBettorsOf(db.sql, { roundId, betIds, shownMax: BETTORS_SHOWN_MAX });
    const totals = await selectColorTotals(db.sql, roundId);
    const [shown, others] = [bettors.filter(({ isShown }) => isShown), bettors.filter(({ isShown }) => !isShown)];
    live.here.toAll('ROULETTE_BET', { roundId, bettors: shown.map(asSeen), totals });
    // Only the player's own tabs show these: otherwise every client would get every bet.
    for (const each of others) {
      live.here.toPlayer(each.playerId, 'ROULETTE_BET', { roundId, bettors: [asSeen(each)], totals });
    }
  }

  function hearBets(roundId: number, betIds: readonly number[]): void {
    const waiting = heard.get(roundId);
    heard.set(roundId, [...(waiting ?? []), ...betIds]);
    if (waiting === undefined) inTurn(() => tellBets(roundId));
  }

  /** The process that took the bet has sent the balance to its own connections; this one refreshes the player's tabs here. */
  async function tellStakes(betIds: readonly number[]): Promise<void> {
    live.here.renew(await selectBettorIds(db.sql, betIds), 'BALANCE_UPDATE');
  }

  async function tellWallets(roundId: number): Promise<void> {
    live.here.renew(await selectPaidPlayers(db.sql, roundId), 'BALANCE_UPDATE');
  }

  function hear(payload: string): void {
    const [, endedId] = ENDED.exec(payload) ?? [];
    const [, teller, roundId, ids] = BETS.exec(payload) ?? [];
    if (roundId !== undefined && ids !== undefined) {
      const betIds = ids.split(',').map(Number);
      hearBets(Number(roundId), betIds);
      if (teller !== self) inTurn(() => tellStakes(betIds));
    } else inTurn(tellRound);
    if (endedId !== undefined) inTurn(() => tellWallets(Number(endedId)));
  }

  /** Catches up after a lost listen connection: this round or the one before may have been paid in the meantime. */
  async function tellMissed(): Promise<void> {
    await tellRound();
    const round = await read();
    if (round !== undefined) for (const roundId of [round.id - 1, round.id]) await tellWallets(roundId);
  }

  const listening = db.listen(CHANNEL, hear, () => inTurn(tellMissed));

  return {
    /** The current round as all clients see it; undefined before the first. */
    current: read,
    noteBets: betNews.note,
    async close(): Promise<void> {
      betNews.close();
      await (
        await listening
      )();
      await last;
    },
  };
}
export type RouletteNews = ReturnType<typeof createRouletteNews>;
