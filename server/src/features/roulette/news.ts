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
/** Bets are told together: seldom enough for a crowd, often enough to look live. */
const GATHER_MS = 100;
/** A notification of the store holds 8,000 bytes. */
const IDS_TOLD_MAX = 400;

const ROUND = 'round';
const ENDED = /^ended (\d+)$/;
const BETS = /^bets ([0-9a-f]+) (\d+) ([\d,]+)$/;

/** Tells every process that the round has another state, once that is durable. */
export function tellRoundChanged(tx: Tx): Promise<void> {
  return publish(tx.sql, CHANNEL, ROUND);
}

/** The same for its end, at which wallets may have moved. */
export function tellRoundEnded(tx: Tx, roundId: number): Promise<void> {
  return publish(tx.sql, CHANNEL, `ended ${roundId}`);
}

type NewsDeps = Pick<Deps, 'db' | 'live' | 'log' | 'env'>;

/** Gathers what was bet in this process and tells all processes of it. */
function createBetNews({ db, log }: NewsDeps, self: string) {
  let gathered = new Map<number, number[]>();
  let timer: NodeJS.Timeout | undefined;

  async function tell(): Promise<void> {
    const told = gathered;
    gathered = new Map();
    timer = undefined;
    for (const [roundId, ids] of told) {
      for (let at = 0; at < ids.length; at += IDS_TOLD_MAX) {
        await publish(db.sql, CHANNEL, `bets ${self} ${roundId} ${ids.slice(at, at + IDS_TOLD_MAX).join(',')}`);
      }
    }
  }

  return {
    note(roundId: number, betIds: readonly number[]): void {
      gathered.set(roundId, [...(gathered.get(roundId) ?? []), ...betIds]);
      timer ??= setTimeout(() => {
        tell().catch((error: unknown) => log.warn({ err: error }, 'bets not told'));
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

/** What players are told of the round, the same in every process: each hears of every change through the store. */
export function createRouletteNews(deps: NewsDeps) {
  const { db, live, log, env } = deps;
  const self = randomBytes(4).toString('hex');
  const betNews = createBetNews(deps, self);
  const read = createSharedReading(() => readCurrentRound(db.sql, env.roulette));
  // In turn, so that what was read first is told first.
  let last: Promise<unknown> = Promise.resolve();

  function inTurn(work: () => Promise<void>): void {
    last = last.then(work).catch((error: unknown) => log.warn({ err: error }, 'news of the round not told'));
  }

  async function tellRound(): Promise<void> {
    const round = await read();
    if (round !== undefined) live.local.toAll('ROULETTE_ROUND', { round });
  }

  // Bets that wait for their turn, by round: where telling is slower than betting, they are told together.
  const heard = new Map<number, number[]>();

  async function tellBets(roundId: number): Promise<void> {
    const betIds = heard.get(roundId)!;
    heard.delete(roundId);
    const bettors = await selectBettorsOf(db.sql, { roundId, betIds, shownMax: BETTORS_SHOWN_MAX });
    const totals = await selectColorTotals(db.sql, roundId);
    const [shown, others] = [bettors.filter(({ isShown }) => isShown), bettors.filter(({ isShown }) => !isShown)];
    live.local.toAll('ROULETTE_BET', { roundId, bettors: shown.map(asSeen), totals });
    // Nobody else shows them: a crowd would otherwise hear of a crowd.
    for (const each of others) {
      live.local.toPlayer(each.playerId, 'ROULETTE_BET', { roundId, bettors: [asSeen(each)], totals });
    }
  }

  function hearBets(roundId: number, betIds: readonly number[]): void {
    const waiting = heard.get(roundId);
    heard.set(roundId, [...(waiting ?? []), ...betIds]);
    if (waiting === undefined) inTurn(() => tellBets(roundId));
  }

  /** Whoever bet in another process has seen the stake go there; their tabs that are with this one have not. */
  async function tellStakes(betIds: readonly number[]): Promise<void> {
    live.local.scheduleRefresh(await selectBettorIds(db.sql, betIds), 'BALANCE_UPDATE');
  }

  async function tellWallets(roundId: number): Promise<void> {
    live.local.scheduleRefresh(await selectPaidPlayers(db.sql, roundId), 'BALANCE_UPDATE');
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

  /** Whatever was said while nobody listened: a round may have been paid meanwhile, this one or the one before. */
  async function tellMissed(): Promise<void> {
    await tellRound();
    const round = await read();
    if (round !== undefined) for (const roundId of [round.id - 1, round.id]) await tellWallets(roundId);
  }

  const listening = db.listen(CHANNEL, hear, () => inTurn(tellMissed));

  return {
    /** The round as everybody sees it; undefined before the first. */
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
