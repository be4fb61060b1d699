import { openings as mixed } from '../mixed/openings.ts';

export const openings: typeof mixed = {
  openings: {
    ...mixed.openings,
    opening: 'Opening…',
    quickSell: 'Quick sell',
    sold: 'Item sold!',
    signInFirst: 'You have to sign in to open a case.',
    failed: 'Something went wrong while opening the case.',
  },
  drops: mixed.drops,
};
