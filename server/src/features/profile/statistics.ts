import { PAYOUT_TYPES, REFUND_TYPES, STAKE_TYPES } from '@karat/contract/game-transactions';
import type { Statistics } from '@karat/contract/profile';
import { createBoundedMap } from '#bounded-map.ts';
import type { Deps } from '#deps.ts';
import { imageUrl } from '#http/images.ts';
import { type Kinds, selectDrop, selectMemberSince, sumAfter, type Sums } from './queries.ts';

/** A refund undoes a stake, so it is summed up with the stakes. */
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

/** Of two equally dear items the first one won stays the best. */
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
/** Records summed up by one statement, well within its deadline. */
const STEP_ROWS = 20_000;

type PlayerStatistics = { of(playerId: number, origin: string): Promise<Statistics> };

/**
 * What players have done, from the site's own records. Lines and openings are never changed, and a player's are numbered in
 * the order of their commits, because each waits for the wallet: so what was summed up once is kept, and only what has come
 * since is read.
 */
export function createStatistics({ db }: Pick<Deps, 'db'>): PlayerStatistics {
  const kept = createBoundedMap<number, Sums>(PLAYERS_KEPT_MAX);

  /** In steps that each leave the sums whole: one that fails is tried again with the next call. */
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

  /** One call after another: of many at once all but the first find everything summed up. */
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
