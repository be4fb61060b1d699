import { type RatingTier, ratingTier } from '@karat/rules/rating';
import type { CSSProperties } from 'react';

// Written out, because Tailwind keeps only the variables that it finds by name.
const colors: Readonly<Record<RatingTier, string>> = {
  1: 'var(--color-t1)',
  2: 'var(--color-t2)',
  3: 'var(--color-t3)',
  4: 'var(--color-t4)',
  5: 'var(--color-t5)',
  6: 'var(--color-t6)',
  7: 'var(--color-t7)',
  8: 'var(--color-t8)',
};

/** The colour of a rating's tier as `--tier`, in the element and below it. */
export function tierColor(elo: number): CSSProperties {
  return { '--tier': colors[ratingTier(elo)] } as CSSProperties;
}
