import { community as mixed } from '../mixed/community.ts';

export const community: typeof mixed = {
  ...mixed,
  tickets: {
    ...mixed.tickets,
    failed: 'The tickets could not be loaded.',
  },
};
