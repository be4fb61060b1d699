import type { Random } from '#sandbox/player-actions/random.ts';
import type { Habit, HabitContext, Resident } from './resident.ts';
import type { Situation } from './situation.ts';

/** A habit that was not possible is not tried again for this long. */
const IMPOSSIBLE_MS = { warmUp: 3_000, later: 20_000 };
const RESIDENTS_TRIED_MAX = 4;

type RunnerOptions = {
  readonly habits: readonly Habit[];
  readonly random: Random;
  readonly now: () => number;
  readonly residents: () => readonly Resident[];
};

type DoneHabit = { readonly name: string; readonly residentId: number };

/** Chooses what residents do next, and lets one of them do it. */
export function createHabitRunner({ habits, random, now, residents }: RunnerOptions) {
  const impossibleUntil = new Map<string, number>();

  /** What is missing first, then by weight. */
  function chooseHabit(situation: Situation): Habit | undefined {
    const possible = habits.filter(({ name }) => (impossibleUntil.get(name) ?? 0) <= now());
    const missing = possible.find((habit) => habit.isMissing(situation));
    if (missing !== undefined) return missing;
    const weights = Object.fromEntries(possible.map((habit) => [habit.name, habit.weight(situation)]));
    if (Object.values(weights).every((weight) => weight === 0)) return undefined;
    const chosen = random.weighted(weights);
    return possible.find(({ name }) => name === chosen);
  }

  function candidatesOf(habit: Habit, situation: Situation): Resident[] {
    const ids = habit.candidates?.(situation);
    const able = residents().filter(({ id }) => ids === undefined || ids.includes(id));
    return Array.from({ length: Math.min(RESIDENTS_TRIED_MAX, able.length) }, () => random.oneOf(able));
  }

  return {
    /** Does one thing; undefined if nothing was possible. */
    async runHabit(context: HabitContext): Promise<DoneHabit | undefined> {
      const { situation } = context;
      const habit = chooseHabit(situation);
      if (habit === undefined) return undefined;
      for (const resident of candidatesOf(habit, situation)) {
        if (await habit.run(context, resident)) return { name: habit.name, residentId: resident.id };
      }
      impossibleUntil.set(habit.name, now() + (situation.isWarmUp ? IMPOSSIBLE_MS.warmUp : IMPOSSIBLE_MS.later));
      return undefined;
    },

    /** Runs the responses to people that are due. */
    async runResponses(context: HabitContext): Promise<void> {
      for (const { respond } of habits) {
        for (const { residentId, run } of respond?.(context.situation, residents()) ?? []) {
          const resident = residents().find(({ id }) => id === residentId);
          if (resident !== undefined) await run(context, resident);
        }
      }
    },
  };
}
