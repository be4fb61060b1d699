import { listings as mixed } from '../mixed/listings.ts';

export const listings: typeof mixed = {
  listings: { ...mixed.listings, failed: 'The listings could not be loaded.' },
};
