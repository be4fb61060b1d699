/** Texts about what is switched off, where staff have written none, in the default language. */
export const mixedNotice = {
  roulette: 'Roulette is switched off for now. Please come back later.',
  case: 'Opening cases is switched off for now. Please come back later.',
  duel: 'Duels are switched off for now. Matches that have started go on.',
  market: 'The market is switched off for now. Your listings and buy orders stay as they are.',
  deposits: 'Deposits are switched off for now. Please come back later.',
  withdrawals: 'Withdrawals are switched off for now. Your items are safe.',
  chat: 'The chat is switched off for now.',
  signups: 'New accounts are switched off for now. Please come back later.',
};

export type NoticeCatalogue = typeof mixedNotice;
