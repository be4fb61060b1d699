import type { Tx } from '#db/db.ts';
import { addToCaseTallies, addToTallies, type CaseTallying, insertTallies, PLACES, type Tallying } from './queries.ts';

/** Index of an event's total in a player's totals, as missions refer to it. */
export function placeOf(event: Step['event']): number {
  return PLACES[event];
}

/** What a player did, how often, and the diamonds they staked by it. */
export type Step = {
  readonly playerId: number;
  readonly event: keyof typeof PLACES;
  readonly amount: number;
  /** Defaults to 0. The event `wager` is for stakes that have no event of their own. */
  readonly wagered?: number;
  /** The case that was opened. */
  readonly caseId?: number;
};

type Group = readonly [event: Step['event'], steps: readonly Step[]];

const sum = (steps: readonly Step[], of: (step: Step) => number): number =>
  steps.reduce((total, step) => total + of(step), 0);

/** One tally per player, by rising id. */
function tallyingsOf([event, steps]: Group): Tallying[] {
  const byPlayer = [...Map.groupBy(steps, ({ playerId }) => playerId)].toSorted(([one], [other]) => one - other);
  return byPlayer.map(([playerId, own]) => {
    const amount = sum(own, (step) => step.amount);
    return { playerId, amount, wagered: event === 'wager' ? amount : sum(own, ({ wagered = 0 }) => wagered) };
  });
}

/** One tally per player and case, for the cases that missions ask for. */
function caseTallyingsOf([, steps]: Group, caseIds: readonly number[]): CaseTallying[] {
  return caseIds.flatMap((caseId) => {
    const byPlayer = Map.groupBy(
      steps.filter((step) => step.caseId === caseId),
      ({ playerId }) => playerId,
    );
    return [...byPlayer].map(([playerId, own]) => ({ playerId, caseId, amount: sum(own, ({ amount }) => amount) }));
  });
}

async function addGroup(tx: Tx, group: Group): Promise<number[]> {
  const place = PLACES[group[0]];
  const tallyings = tallyingsOf(group);
  const opened = new Set(group[1].flatMap(({ caseId }) => caseId ?? []));
  const { players, watchedIds, caseIds } = await addToTallies(tx.sql, { place, tallyings, caseIds: [...opened] });
  const watched = [...watchedIds];
  if (players < tallyings.length) {
    const newcomers = new Set(
      await insertTallies(
        tx.sql,
        tallyings.map(({ playerId }) => playerId),
      ),
    );
    const first = tallyings.filter(({ playerId }) => newcomers.has(playerId));
    watched.push(...(await addToTallies(tx.sql, { place, tallyings: first, caseIds: [] })).watchedIds);
  }
  if (caseIds.length > 0) watched.push(...(await addToCaseTallies(tx.sql, caseTallyingsOf(group, caseIds))));
  return watched;
}

/** Adds to the players' totals, whose wallets must be locked. Returns the players who may have reached a mission's target. */
export async function addSteps(tx: Tx, steps: readonly Step[]): Promise<number[]> {
  const watched = new Set<number>();
  for (const group of Map.groupBy(steps, ({ event }) => event)) {
    for (const playerId of await addGroup(tx, group)) watched.add(playerId);
  }
  return [...watched];
}
