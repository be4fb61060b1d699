import type { openings as mixed } from '../mixed/openings.ts';

export const openings: typeof mixed = {
  openings: {},
};
