import { tickets as mixed } from '../mixed/tickets.ts';

export const tickets: typeof mixed = {
  support: {
    ...mixed.support,
    createTicket: 'Create a support ticket',
    emptyHint: 'Many answers are already in the FAQ. For everything else, write to us: a person reads it.',
    toFaq: 'Read the FAQ',
    created: 'Your ticket was created.',
    createError: (message) => `Error: ${message}`,
    createFailed: 'Something went wrong. Please try again.',
    fetchFailed: 'The ticket could not be loaded.',
    closeDone: 'The ticket was closed.',
    closeError: (message) => `Error: ${message}`,
    isClosed: 'This ticket is closed.',
  },
};
