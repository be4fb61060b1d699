import { type TicketsCatalogue, mixedTickets as mixed } from './mixed.ts';

/** Texts of support tickets in English. */
export const enTickets: TicketsCatalogue = {
  ...mixed,
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
};
