import { type TicketsCatalogue, mixedTickets as mixed } from './mixed.ts';

/** Texts of support tickets in English. */
export const enTickets: TicketsCatalogue = {
  ...mixed,
  createTicket: 'Create a support ticket',
  emptyHint: 'Many answers are in the FAQ. For everything else, write to us.',
  toFaq: 'Read the FAQ',
  visitorHint: 'You can read the FAQ without an account.',
  created: 'Your ticket was created.',
  createError: (message) => `Error: ${message}`,
  createFailed: 'Something went wrong. Please try again.',
  fetchFailed: 'The ticket could not be loaded.',
  closeDone: 'The ticket was closed.',
  closeError: (message) => `Error: ${message}`,
  isClosed: 'This ticket is closed.',
};
