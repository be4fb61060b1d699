/** Texts about what is switched off, and announcements, in the default language. */
export const mixedSwitches = {
  off: {
    roulette: 'Roulette is switched off for now. Please come back later.',
    case: 'Opening cases is switched off for now. Please come back later.',
    duel: 'Duels are switched off for now. Matches that have started go on.',
    market: 'The market is switched off for now. Your listings and orders stay in place.',
    deposits: 'Deposits are switched off for now. Please come back later.',
    withdrawals: 'Withdrawals are switched off for now. Your items are safe.',
    chat: 'The chat is switched off for now.',
    signups: 'New accounts are switched off for now. Please come back later.',
  },
  staffBar: 'Maintenance is on: only staff can use the site.',
  announcements: 'Announcements',
  dismiss: 'Close the announcement',
};

export type SwitchesCatalogue = typeof mixedSwitches;
