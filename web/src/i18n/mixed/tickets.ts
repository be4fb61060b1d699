import { plural } from '../plural.ts';

export const tickets = {
  support: {
    title: 'Support',
    createTicket: 'Create Support Ticket',
    found: (count: number) => `${plural('en', count, { one: 'ticket', other: 'tickets' })} found`,
    empty: 'You have no tickets.',
    emptyHint: 'Support tickets are not open yet. Many answers are already in the F.A.Q.',
    toFaq: 'Read the F.A.Q',
    ticketTitle: 'Support ticket',
    missing: 'This ticket does not exist.',
    missingHint: 'It may have been opened with another account.',
    goBack: 'Go back to support',
  },
  ticketDesk: {},
};
