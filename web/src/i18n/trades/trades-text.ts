import { type Language, useLanguage } from '../i18n.ts';
import { enTrades } from './en.ts';
import { type TradesCatalogue, mixedTrades } from './mixed.ts';
import { trTrades } from './tr.ts';

const catalogues: Readonly<Record<Language, TradesCatalogue>> = { mixed: mixedTrades, tr: trTrades, en: enTrades };

/** The sentences about offers; they come with the modals, because no page needs them at once. */
export function useTradesText(): TradesCatalogue {
  return catalogues[useLanguage()];
}
