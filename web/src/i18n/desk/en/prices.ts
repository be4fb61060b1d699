import { prices as mixed } from '../mixed/prices.ts';

export const prices: typeof mixed = {
  prices: { ...mixed.prices, failed: 'The prices could not be loaded.' },
};
