import { getUserInventory, type OwnedItem } from '@karat/contract/inventory';
import type { Calendar } from './calendar.ts';
import type { Client } from './client.ts';
import type { Person } from './people.ts';
import type { Tally } from './tally.ts';

/** What everybody who acts needs. */
export type Stage = {
  readonly client: Client;
  readonly calendar: Calendar;
  readonly tally: Tally;
  /** The week is over: what is begun is brought to its end, and nothing new is begun. */
  readonly isClosing: () => boolean;
  /** Waits, but not past the end of the week. */
  rest(ms: number): Promise<void>;
};

/** One thing that somebody does, to its end. */
export type Act = (stage: Stage, person: Person) => Promise<void>;

/** Whoever was told that they are on a break before they wagered must not have been let. */
export function assertMayWager({ tally }: Stage, { name, care }: Person, sentAt: number): void {
  if (care.onBreakSince !== undefined && care.onBreakSince < sentAt) tally.breach(`${name} wagered on a break`);
}

/** What the player has and may dispose of. */
export async function freeItemsOf({ client }: Stage, person: Person): Promise<OwnedItem[]> {
  const { whole } = person.random;
  const sort = whole(0, 1) === 0 ? 'newest' : 'lowest';
  const seen = await client.call(person, getUserInventory, { query: { limit: '60', sort } });
  if (!seen.isDone || !Array.isArray(seen.reply.data)) return [];
  return seen.reply.data.filter(({ state }) => state === 'OWNED');
}
