import { tickets as mixed } from '../mixed/tickets.ts';

export const tickets: typeof mixed = {
  ...mixed,
  support: {
    ...mixed.support,
    createTicket: 'Create a support ticket',
    emptyHint: 'Support tickets are not open yet. Many answers are already in the FAQ.',
    toFaq: 'Read the FAQ',
  },
};
