import type { WonItem } from '@karat/contract/cases';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import type { Seeds } from '#features/fairness/fairness.ts';
import { countSteps, type Step } from '#features/missions/missions.ts';
import type { TakenStake, Wager } from '#features/wallet/wallet.ts';
import type { DropFeed } from './drops.ts';
import { insertOpenings } from './queries.ts';
import { type Press, rollPresses } from './rolling.ts';

/** A case changed between the look at it and the write. Nothing is written; a fresh look may succeed. */
export class CaseChanged extends Error {}

/** What the presses of one player put at stake. */
export function wagerOf(presses: readonly Press[]): Wager {
  const [{ playerId, country }] = presses as [Press, ...Press[]];
  const rolls = presses.reduce((sum, { count }) => sum + count, 0);
  const amount = presses.reduce((sum, { count, offer }) => sum + count * offer.price, 0);
  return { playerId, country, amount, movements: rolls, rolls };
}

/** What a press counts for in missions. */
function stepOf({ playerId, count, offer }: Press): Step {
  const { caseId, price } = offer;
  return { playerId, event: 'open_cases', amount: count, wagered: count * price, caseId };
}

export type Give = (
  tx: Tx,
  presses: readonly Press[],
  stakes: readonly TakenStake[],
) => Promise<ReadonlyMap<Press, WonItem[]>>;

/** Rolls and writes what has been paid for. A press whose stake is not among those taken is not in the answer. */
export function createGive({ live }: Pick<Deps, 'live'>, seeds: Seeds, feed: DropFeed): Give {
  async function roll(tx: Tx, byPlayer: ReadonlyMap<number, readonly Press[]>, stakes: readonly TakenStake[]) {
    const opened = await seeds.open(
      tx.sql,
      stakes.map(({ seedId }) => seedId!),
    );
    const openings = stakes.flatMap((stake) =>
      rollPresses(byPlayer.get(stake.playerId)!, stake, opened.get(stake.seedId!)!),
    );
    return { openings, won: openings.length === 0 ? [] : await insertOpenings(tx.sql, openings) };
  }

  return async (tx, presses, stakes) => {
    const byPlayer = Map.groupBy(presses, ({ playerId }) => playerId);
    const served = stakes.flatMap((stake) => byPlayer.get(stake.playerId)!);
    // The count first: the store works on it while the rolls are drawn.
    const [, { openings, won }] = await Promise.all([
      countSteps(tx, live, served.map(stepOf)),
      roll(tx, byPlayer, stakes),
    ]);
    if (won.length < openings.length) throw new CaseChanged();
    for (const { playerId, balance, version } of stakes) {
      tx.afterCommit(() => live.toPlayer(playerId, 'BALANCE_UPDATE', { balance, version }));
    }
    tx.afterCommit(() => feed.note(won.map(({ id }) => id)));
    let at = 0;
    return new Map(served.map((press) => [press, won.slice(at, (at += press.count))]));
  };
}
