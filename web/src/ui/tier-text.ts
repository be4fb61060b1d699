import type { RatingTier } from '@karat/rules/rating';

/** The text colour of each rating tier. */
export const tierText: Readonly<Record<RatingTier, string>> = {
  1: 'text-t1',
  2: 'text-t2',
  3: 'text-t3',
  4: 'text-t4',
  5: 'text-t5',
  6: 'text-t6',
  7: 'text-t7',
  8: 'text-t8',
};
