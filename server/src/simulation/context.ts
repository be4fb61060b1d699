import { getUserInventory, type OwnedItem } from '@karat/contract/inventory';
import type { Calendar } from './calendar.ts';
import type { Client } from './client.ts';
import type { Person } from './people.ts';
import type { Results } from './results.ts';

/** Shared dependencies of all actions. */
export type SimulationContext = {
  readonly client: Client;
  readonly calendar: Calendar;
  readonly results: Results;
  /** Once true, running actions finish and no new ones start. */
  readonly isClosing: () => boolean;
  /** Sleeps, but not past the end of the week. */
  rest(ms: number): Promise<void>;
};

/** One complete action of a person. */
export type Action = (context: SimulationContext, person: Person) => Promise<void>;

/** Records a breach if a wager was accepted that was sent after the player's break was acknowledged. */
export function assertMayWager({ results }: SimulationContext, { name, saferPlay }: Person, sentAt: number): void {
  if (saferPlay.onBreakSince !== undefined && saferPlay.onBreakSince < sentAt)
    results.breach(`${name} wagered on a break`);
}

/** Items that the player owns and can sell or list. */
export async function fetchFreeItems({ client }: SimulationContext, person: Person): Promise<OwnedItem[]> {
  const { integer } = person.random;
  const sort = integer(0, 1) === 0 ? 'newest' : 'lowest';
  const inventory = await client.call(person, getUserInventory, { query: { limit: '60', sort } });
  if (!inventory.isDone || !Array.isArray(inventory.reply.data)) return [];
  return inventory.reply.data.filter(({ state }) => state === 'OWNED');
}
