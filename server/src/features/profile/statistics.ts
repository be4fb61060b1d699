import { PAYOUT_TYPES, REFUND_TYPES, STAKE_TYPES } from '@karat/contract/game-transactions';
import type { Statistics } from '@karat/contract/profile';
import { createBoundedMap } from '#bounded-map.ts';
import type { Deps } from '#deps.ts';
import { imageUrl } from '#http/images.ts';
import { type LedgerTypes, selectDrop, selectMemberSince, sumAfter, type StatisticsTotals } from './queries.ts';

/** A refund undoes a stake, so it is summed with the stakes. */
const LEDGER_TYPES: LedgerTypes = { stakes: [...STAKE_TYPES, ...REFUND_TYPES], wins: PAYOUT_TYPES };

const NO_TOTALS: StatisticsTotals = {
  ledgerId: 0,
  openingId: 0,
  wagered: 0,
  paid: 0,
  itemsSold: 0,
  missionsClaimed: 0,
  missionRewards: 0,
  casesOpened: 0,
  itemsWon: 0,
  bestId: null,
  bestPrice: 0,
};

/** If two items are equally valuable, the one that was won first stays the best. */
function addTotals(before: StatisticsTotals, since: StatisticsTotals): StatisticsTotals {
  const { bestId, bestPrice } = before.bestId === null || since.bestPrice > before.bestPrice ? since : before;
  return {
    ledgerId: since.ledgerId,
    openingId: since.openingId,
    wagered: before.wagered + since.wagered,
    paid: before.paid + since.paid,
    itemsSold: before.itemsSold + since.itemsSold,
    missionsClaimed: before.missionsClaimed + since.missionsClaimed,
    missionRewards: before.missionRewards + since.missionRewards,
    casesOpened: before.casesOpened + since.casesOpened,
    itemsWon: before.itemsWon + since.itemsWon,
    bestId,
    bestPrice,
  };
}

const PLAYERS_CACHED_MAX = 10_000;
/** Rows per statement, well within its timeout. */
const BATCH_ROWS = 20_000;

type PlayerStatistics = { of(playerId: number, origin: string): Promise<Statistics> };

/**
 * Players' statistics from ledger and openings. These never change, and a player's ids follow the order of commits, because each
 * waits for the wallet's lock: so totals are cached and only newer rows are read.
 */
export function createStatistics({ db }: Pick<Deps, 'db'>): PlayerStatistics {
  const cache = createBoundedMap<number, StatisticsTotals>(PLAYERS_CACHED_MAX);

  /** Works in batches that each leave complete totals: after a failure the next call continues. */
  async function readSums(playerId: number): Promise<StatisticsTotals> {
    for (let sums = cache.get(playerId) ?? NO_TOTALS; ;) {
      const { ledgerId, openingId } = sums;
      const { isLast, ...next } = await sumAfter(
        db.sql,
        { playerId, ledgerId, openingId },
        { ...LEDGER_TYPES, limit: BATCH_ROWS },
      );
      sums = addTotals(sums, next);
      cache.set(playerId, sums);
      if (isLast) return sums;
    }
  }

  const pendingByPlayer = new Map<number, Promise<unknown>>();

  /** Serializes calls per player. Of several concurrent calls, all but the first find everything summed. */
  async function sumsSerialized(playerId: number): Promise<StatisticsTotals> {
    const pendingSums = (pendingByPlayer.get(playerId) ?? Promise.resolve()).then(() => readSums(playerId));
    const last = pendingSums.catch(() => undefined);
    pendingByPlayer.set(playerId, last);
    try {
      return await pendingSums;
    } finally {
      if (pendingByPlayer.get(playerId) === last) pendingByPlayer.delete(playerId);
    }
  }

  return {
    async of(playerId, origin) {
      const { wagered, paid, itemsWon, bestId, ...sums } = await sumsSerialized(playerId);
      const [drop, memberSince] = await Promise.all([
        bestId === null ? undefined : selectDrop(db.sql, bestId),
        selectMemberSince(db.sql, playerId),
      ]);
      const won = itemsWon + paid;
      return {
        casesOpened: sums.casesOpened,
        wagered,
        won,
        lost: Math.max(0, wagered - won),
        bestDrop: drop === undefined ? null : { ...drop, image: imageUrl(drop.image, origin) },
        itemsSold: sums.itemsSold,
        missionsClaimed: sums.missionsClaimed,
        missionRewards: sums.missionRewards,
        memberSince,
      };
    },
  };
}
