import type { SearchKind } from '@karat/contract/search';
import { plural } from '#i18n/plural.ts';

/** Texts of the staff pages in the default language and in English. */
export const mixedAdmin = {
  label: 'Player, e-mail, id or open:61',
  landmark: 'Whole site',
  results: 'Search results',
  found: (count: number) => plural(count, { one: 'result', other: 'results' }),
  none: 'Nothing found.',
  failed: 'The search failed. Please try again.',
  kinds: {
    player: 'Player',
    opening: 'Opening',
    round: 'Round',
    room: 'Room',
    listing: 'Listing',
    ticket: 'Ticket',
    transaction: 'Transaction',
    trade: 'Trade offer',
  } satisfies Record<SearchKind, string>,
};

export type AdminCatalogue = typeof mixedAdmin;
