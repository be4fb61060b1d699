import type { Calendar } from './calendar.ts';
import type { Client } from './client.ts';
import type { Person } from './people.ts';
import type { Results } from './results.ts';

/** Shared dependencies of all actions. */
export type ActionContext = {
  readonly client: Client;
  readonly results: Results;
  /** Once true, running actions finish and no new ones start. */
  readonly isClosing: () => boolean;
  /** Sleeps, but not past the end. */
  rest(ms: number): Promise<void>;
};

export type SimulationContext = ActionContext & { readonly calendar: Calendar };

/** One complete action of a person. */
export type Action = (context: ActionContext, person: Person) => Promise<void>;

/** Records a breach if a wager was accepted that was sent after the player's break was acknowledged. */
export function assertMayWager({ results }: ActionContext, { name, saferPlay }: Person, sentAt: number): void {
  if (saferPlay.onBreakSince !== undefined && saferPlay.onBreakSince < sentAt)
    results.breach(`${name} wagered on a break`);
}
