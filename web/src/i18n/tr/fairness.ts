import type { fairness as mixed } from '../mixed/fairness.ts';

export const fairness: typeof mixed = {
  fairness: {},
};
