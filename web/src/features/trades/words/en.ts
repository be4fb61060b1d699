import { type TradesCatalogue, mixedTrades } from './mixed.ts';

/** Texts of deposits and withdrawals in English. */
export const enTrades: TradesCatalogue = {
  ...mixedTrades,
  text: 'Choose how you want to top up your balance.',
  sendTradeOffer: 'Send trade offer',
};
