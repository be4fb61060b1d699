import { type TradesCatalogue, mixedTrades } from './mixed.ts';

/** What is said about skins that come and go, in English: the specification has no words for it that would need mending. */
export const enTrades: TradesCatalogue = mixedTrades;
