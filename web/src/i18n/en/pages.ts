import { pages as mixed } from '../mixed/pages.ts';

export const pages: typeof mixed = {
  ...mixed,
  home: { ...mixed.home, title: 'Duels' },
  cases: { ...mixed.cases, goBack: 'Back to cases' },
  market: { ...mixed.market, title: 'Market', item: 'Market: skin' },
  inventory: {
    ...mixed.inventory,
    title: 'My inventory',
  },
  faq: { ...mixed.faq, title: 'FAQ' },
  profile: {
    ...mixed.profile,
    title: 'My profile',
  },
  admin: { ...mixed.admin, ticketsTitle: 'Tickets' },
};
