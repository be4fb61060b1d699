import type { Tx } from '#db/db.ts';
import {
  addToCaseTallies,
  addToTallies,
  type CaseTallyIncrement,
  insertTallies,
  TOTAL_INDEXES,
  type TallyIncrement,
} from './queries.ts';

/** Returns the index of an event's total in a player's totals, as missions refer to it. */
export function totalIndexOf(event: PlayerAction['event']): number {
  return TOTAL_INDEXES[event];
}

/** An action of a player, its count, and the diamonds staked by it. */
export type PlayerAction = {
  readonly playerId: number;
  readonly event: keyof typeof TOTAL_INDEXES;
  readonly amount: number;
  /** Defaults to 0. The event `wager` is for stakes that have no event of their own. */
  readonly wagered?: number;
  /** The case that was opened. */
  readonly caseId?: number;
};

type Group = readonly [event: PlayerAction['event'], actions: readonly PlayerAction[]];

const sum = (actions: readonly PlayerAction[], of: (action: PlayerAction) => number): number =>
  actions.reduce((total, action) => total + of(action), 0);

/** One tally per player, by rising id. */
function incrementsOf([event, actions]: Group): TallyIncrement[] {
  const byPlayer = [...Map.groupBy(actions, ({ playerId }) => playerId)].toSorted(([one], [other]) => one - other);
  return byPlayer.map(([playerId, ownActions]) => {
    const amount = sum(ownActions, (action) => action.amount);
    return { playerId, amount, wagered: event === 'wager' ? amount : sum(ownActions, ({ wagered = 0 }) => wagered) };
  });
}

/** One tally per player and case, for the cases that missions ask for. */
function caseIncrementsOf(actions: readonly PlayerAction[], caseIds: readonly number[]): CaseTallyIncrement[] {
  return caseIds.flatMap((caseId) => {
    const byPlayer = Map.groupBy(
      actions.filter((action) => action.caseId === caseId),
      ({ playerId }) => playerId,
    );
    return [...byPlayer].map(([playerId, ownActions]) => ({
      playerId,
      caseId,
      amount: sum(ownActions, ({ amount }) => amount),
    }));
  });
}

async function addGroup(tx: Tx, group: Group): Promise<number[]> {
  const totalIndex = TOTAL_INDEXES[group[0]];
  const increments = incrementsOf(group);
  const opened = new Set(group[1].flatMap(({ caseId }) => caseId ?? []));
  const { players, candidateIds, caseIds } = await addToTallies(tx.sql, {
    totalIndex,
    increments,
    caseIds: [...opened],
  });
  const candidates = [...candidateIds];
  if (players < increments.length) {
    const insertedIds = new Set(
      await insertTallies(
        tx.sql,
        increments.map(({ playerId }) => playerId),
      ),
    );
    const first = increments.filter(({ playerId }) => insertedIds.has(playerId));
    candidates.push(...(await addToTallies(tx.sql, { totalIndex, increments: first, caseIds: [] })).candidateIds);
  }
  if (caseIds.length > 0) candidates.push(...(await tallyCases(tx, group[1], caseIds)));
  return candidates;
}

/** Adds openings of these cases to the totals per case. Returns the players who may have reached a mission's target. */
export function tallyCases(tx: Tx, openings: readonly PlayerAction[], caseIds: readonly number[]): Promise<number[]> {
  return addToCaseTallies(tx.sql, caseIncrementsOf(openings, caseIds));
}

/** Adds to the players' totals, whose wallets must be locked. Returns the players who may have reached a mission's target. */
export async function tallyActions(tx: Tx, actions: readonly PlayerAction[]): Promise<number[]> {
  const candidateIds = new Set<number>();
  for (const group of Map.groupBy(actions, ({ event }) => event)) {
    for (const playerId of await addGroup(tx, group)) candidateIds.add(playerId);
  }
  return [...candidateIds];
}
