import type { WonItem } from '@karat/contract/cases';
import { GAME_EVENTS } from '@karat/rules/missions';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import type { Seeds } from '#features/fairness/fairness.ts';
import { countTowardsMissions, type PlayerAction } from '#features/missions/missions.ts';
import { type Cost, Outdated, type PaidEntries } from '#features/wagers/wagers.ts';
import { insertOpenings } from './queries.ts';
import { type OpeningEntry, rollEntries } from './rolling.ts';

/** Each opening has its own movement and roll. */
export function costOf({ count, offer }: OpeningEntry): Cost {
  return { amount: count * offer.price, movements: count, rolls: count };
}

/** The action of an entry that missions count. */
function actionOf({ playerId, count, offer }: OpeningEntry): PlayerAction {
  const { caseId, price } = offer;
  return { playerId, event: GAME_EVENTS.case, amount: count, wagered: count * price, caseId };
}

export type RollAndRecord = (
  tx: Tx,
  paid: readonly PaidEntries<OpeningEntry>[],
) => Promise<ReadonlyMap<OpeningEntry, WonItem[]>>;

/** Rolls and records paid openings. Throws `Outdated` if a case has changed since it was looked up. */
export function createRollAndRecord({ live }: Pick<Deps, 'live'>, seeds: Seeds): RollAndRecord {
  async function roll(tx: Tx, paid: readonly PaidEntries<OpeningEntry>[]) {
    const openedSeeds = await seeds.open(
      tx.sql,
      paid.map(({ stake }) => stake.seedId!),
    );
    const openings = paid.flatMap(({ entries, stake }) => rollEntries(entries, stake, openedSeeds.get(stake.seedId!)!));
    return { openings, won: openings.length === 0 ? [] : await insertOpenings(tx.sql, openings) };
  }

  return async (tx, paid) => {
    const served = paid.flatMap(({ entries }) => entries);
    // Counting starts first, so that the database works on it while the rolls are drawn.
    const [, { openings, won }] = await Promise.all([
      countTowardsMissions(tx, live, served.map(actionOf)),
      roll(tx, paid),
    ]);
    if (won.length < openings.length) throw new Outdated();
    for (const { stake } of paid) {
      const { playerId, balance, version } = stake;
      tx.afterCommit(() => live.toPlayer(playerId, 'BALANCE_UPDATE', { balance, version }));
    }
    let at = 0;
    return new Map(served.map((entry) => [entry, won.slice(at, (at += entry.count))]));
  };
}
