import { useWords } from '#i18n/i18n.ts';
import { enTrades } from './en.ts';
import { type TradesCatalogue, mixedTrades } from './mixed.ts';
import { trTrades } from './tr.ts';

export const words = { mixed: mixedTrades, tr: trTrades, en: enTrades };

/** Texts of deposits and withdrawals, in the current language. They load with the modals, because no page needs them at once. */
export function useTradesText(): TradesCatalogue {
  return useWords(words);
}
