import { useWords } from '#i18n/i18n.ts';
import { enTickets } from './en.ts';
import { type TicketsCatalogue, mixedTickets } from './mixed.ts';
import { trTickets } from './tr.ts';

export const words = { mixed: mixedTickets, tr: trTickets, en: enTickets };

/** Texts of support tickets, in the current language. */
export function useTicketsText(): TicketsCatalogue {
  return useWords(words);
}
