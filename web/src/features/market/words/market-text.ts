import { useWords } from '#i18n/i18n.ts';
import { enMarket } from './en.ts';
import { type MarketCatalogue, mixedMarket } from './mixed.ts';
import { trMarket } from './tr.ts';

export const words = { mixed: mixedMarket, tr: trMarket, en: enMarket };

/** The sentences of the market; they come with its pages, because no other page needs them. */
export function useMarketText(): MarketCatalogue {
  return useWords(words);
}
