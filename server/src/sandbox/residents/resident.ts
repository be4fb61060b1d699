import type { Sql } from '#db/db.ts';
import type { Calls, ProgramPlayer } from '#sandbox/player-actions/calls.ts';
import type { Tab } from '#sandbox/player-actions/chat-actions.ts';
import type { ResidentLanguage } from './names.ts';
import type { Situation } from './situation.ts';

/** A sandbox player that plays by itself. */
export type Resident = ProgramPlayer & Tab & { readonly language: ResidentLanguage };

export type HabitContext = {
  readonly calls: Calls;
  readonly situation: Situation;
  /** Only for reading what the pages of the site also show. */
  readonly sql: Sql;
};

/** A reaction to a person, such as getting ready or answering. It is run at once, whatever the pace. */
export type Response = {
  readonly residentId: number;
  run(context: HabitContext, resident: Resident): Promise<boolean>;
};

/** One way in which residents play. A new game adds its own and lists it in `habits.ts`. */
export type Habit = {
  readonly name: string;
  /** Whether the site lacks the result of this habit. Such habits come first, in the order of `HABITS`. */
  isMissing(situation: Situation): boolean;
  /** How often it is chosen while nothing is missing, relative to other habits. */
  weight(situation: Situation): number;
  /** The residents that can do it; all if not given. */
  candidates?(situation: Situation): readonly number[];
  /** Does it once; false if it was not possible. */
  run(context: HabitContext, resident: Resident): Promise<boolean>;
  respond?(situation: Situation, residents: readonly Resident[]): readonly Response[];
};
