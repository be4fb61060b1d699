import { PAYOUT_TYPES, REFUND_TYPES, STAKE_TYPES } from '@karat/contract/game-transactions';
import type { Statistics } from '@karat/contract/profile';
import { createBoundedMap } from '#bounded-map.ts';
import type { Deps } from '#deps.ts';
import { imageUrl } from '#http/images.ts';
import { type Kinds, selectDrop, selectMemberSince, sumAfter, type Sums } from './queries.ts';

/** A refund undoes a stake, so it is summed with the stakes. */
const KINDS: Kinds = { stakes: [...STAKE_TYPES, ...REFUND_TYPES], wins: PAYOUT_TYPES };

const NOTHING: Sums = {
  lineId: 0,
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

/** Of two equally valuable items the first one won stays the best. */
function added(before: Sums, since: Sums): Sums {
  const { bestId, bestPrice } = before.bestId === null || since.bestPrice > before.bestPrice ? since : before;
  return {
    lineId: since.lineId,
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

const PLAYERS_KEPT_MAX = 10_000;
/** Rows per statement, well within its timeout. */
const STEP_ROWS = 20_000;

type PlayerStatistics = { of(playerId: number, origin: string): Promise<Statistics> };

/**
 * Players' statistics from ledger and openings. These never change, and a player's ids follow the order of commits, because each
 * waits for the wallet's lock: so totals are cached and only newer rows are read.
 */
export function createStatistics({ db }: Pick<Deps, 'db'>): PlayerStatistics {
  const kept = createBoundedMap<number, Sums>(PLAYERS_KEPT_MAX);

  /** Works in batches that each leave complete totals: after a failure the next call continues. */
  async function sumsOf(playerId: number): Promise<Sums> {
    for (let sums = kept.get(playerId) ?? NOTHING; ;) {
      const { lineId, openingId } = sums;
      const { isLast, ...next } = await sumAfter(
        db.sql,
        { playerId, lineId, openingId },
        { ...KINDS, limit: STEP_ROWS },
      );
      sums = added(sums, next);
      kept.set(playerId, sums);
      if (isLast) return sums;
    }
  }

  const lastOf = new Map<number, Promise<unknown>>();

  /** Serializes calls per player: of many at once, all but the first find everything summed. */
  async function sumsInTurn(playerId: number): Promise<Sums> {
    const turn = (lastOf.get(playerId) ?? Promise.resolve()).then(() => sumsOf(playerId));
    const last = turn.catch(() => undefined);
    lastOf.set(playerId, last);
    try {
      return await turn;
    } finally {
      if (lastOf.get(playerId) === last) lastOf.delete(playerId);
    }
  }

  return {
    async of(playerId, origin) {
      const { wagered, paid, itemsWon, bestId, ...sums } = await sumsInTurn(playerId);
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
