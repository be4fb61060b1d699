import { fairness as mixed } from '../mixed/fairness.ts';

/** None of it is the specification's: the mixed sentences are plain English already. */
export const fairness: typeof mixed = mixed;
