import type { MissionEvent } from '@karat/rules/missions';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { notify } from '#features/notifications/notifications.ts';
import { addToTallies, type Completed, type Tallying } from './queries.ts';

/** What is counted: an event, or the openings of one case by its id. */
export type Counter = Exclude<MissionEvent, 'open_case'> | `open_case:${number}`;

/** Something that a player did, and how much of it. */
export type Step = { readonly playerId: number; readonly counter: Counter; readonly amount: number };

/** One for each player and counter, in one order everywhere. */
function summed(steps: readonly Step[]): Tallying[] {
  const byPlayer = Map.groupBy(
    steps.filter(({ amount }) => amount > 0),
    ({ playerId }) => playerId,
  );
  const players = [...byPlayer].toSorted(([one], [other]) => one - other);
  return players.flatMap(([playerId, own]) => {
    const totals = new Map<Counter, number>();
    for (const { counter, amount } of own) totals.set(counter, (totals.get(counter) ?? 0) + amount);
    const counters = [...totals].toSorted(([one], [other]) => (one < other ? -1 : 1));
    return counters.map(([counter, amount]) => ({ playerId, counter, amount }));
  });
}

function messageOf({ title, reward }: Completed): string {
  return `“${title}” is done. ${reward.toLocaleString('de-DE')} diamonds are waiting to be claimed.`;
}

/**
 * Counts what players did towards their missions, in the transaction in which they did it. Each player's wallet has to be
 * locked by then, by the stake that was taken or the credit that was made: so nobody else counts for them meanwhile, and
 * no two transactions wait for each other.
 */
export async function countSteps(tx: Tx, live: Deps['live'], steps: readonly Step[]): Promise<void> {
  const tallyings = summed(steps);
  if (tallyings.length === 0) return;
  const playerIds = [...new Set(tallyings.map(({ playerId }) => playerId))];
  tx.afterCommit(() => live.renew(playerIds, 'MISSION_PROGRESS'));
  for (const completed of await addToTallies(tx.sql, tallyings)) {
    const { playerId } = completed;
    await notify(tx, live, { playerId, icon: 'mission', title: 'Mission completed', message: messageOf(completed) });
  }
}
