import type { WonItem } from '@karat/contract/cases';
import { GAME_EVENTS } from '@karat/rules/missions';
import type { Tx } from '#db/db.ts';
import { createBorderWatch } from '#db/months.ts';
import type { Deps } from '#deps.ts';
import type { Seeds } from '#features/fairness/fairness.ts';
import { Outdated, type PaidEntries, type WagerRules } from '#features/wagers/wagers.ts';
import { assertNewOpeningKeys, insertOpenings, isNoLongerOnOffer } from './queries.ts';
import { type OpeningEntry, rollEntries } from './rolling.ts';

/** Each opening has its own movement and roll. */
export const OPENING_RULES: WagerRules<OpeningEntry> = {
  event: GAME_EVENTS.case,
  costOf: ({ count, offer }) => ({ amount: count * offer.price, movements: count, rolls: count }),
  caseIdOf: ({ offer }) => offer.caseId,
};

export type RollAndRecord = (
  tx: Tx,
  paid: readonly PaidEntries<OpeningEntry>[],
  options?: { readonly isLast: boolean },
) => Promise<ReadonlyMap<OpeningEntry, WonItem[]>>;

/**
 * Rolls and records paid openings. Throws `Outdated` if a case has changed since it was looked up. If nothing follows in the
 * transaction, the commit is sent along.
 */
export function createRollAndRecord({ live }: Pick<Deps, 'live'>, seeds: Seeds): RollAndRecord {
  const isNearBorder = createBorderWatch('openings');

  return async (tx, paid, { isLast } = { isLast: false }) => {
    if (paid.length === 0) return new Map();
    const openedSeeds = await seeds.open(
      tx.sql,
      paid.map(({ stake }) => stake.seedId!),
    );
    const openings = paid.flatMap(({ entries, stake }) => rollEntries(entries, stake, openedSeeds.get(stake.seedId!)!));
    const checking = (await isNearBorder(tx.sql)) ? assertNewOpeningKeys(tx.sql, openings) : undefined;
    const recording = Promise.all([insertOpenings(tx.sql, openings), checking]);
    if (isLast) tx.sendCommit();
    const [won] = await recording.catch(async (error: unknown) => {
      // If the check failed, the insert failed because of it.
      await checking;
      throw isNoLongerOnOffer(error) ? new Outdated() : error;
    });
    for (const { stake } of paid) {
      const { playerId, balance, version } = stake;
      tx.afterCommit(() => live.toPlayer(playerId, 'BALANCE_UPDATE', { balance, version }));
    }
    let at = 0;
    const served = paid.flatMap(({ entries }) => entries);
    return new Map(served.map((entry) => [entry, won.slice(at, (at += entry.count))]));
  };
}
