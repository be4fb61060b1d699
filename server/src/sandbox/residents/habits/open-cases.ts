import { WARM_UP_OPENINGS } from '#features/residents/pace.ts';
import { openSomeCase } from '#sandbox/player-actions/case-actions.ts';
import type { Habit } from '../resident.ts';

const PRICE_MAX = 5_000;
/** In the warm-up, so that there is enough to list. */
const WARM_UP_COUNT = 3;

export const openCases: Habit = {
  name: 'open-cases',
  isMissing: ({ openings }) => openings < WARM_UP_OPENINGS,
  weight: () => 4,
  async run({ calls, situation }, resident) {
    const { random } = resident;
    const count = situation.isWarmUp ? WARM_UP_COUNT : random.weighted({ 1: 6, 2: 2, 3: 1 });
    // All cases of the second page may be too expensive.
    const page = situation.isWarmUp || random.happens(0.7) ? 1 : 2;
    return (await openSomeCase(calls, resident, { page, priceMax: PRICE_MAX, count: Number(count) })) !== undefined;
  },
};
