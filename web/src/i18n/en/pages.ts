import { plural } from '../plural.ts';
import { pages as mixed } from '../mixed/pages.ts';

export const pages: typeof mixed = {
  ...mixed,
  home: { ...mixed.home, title: 'Duels', createRoom: 'Create room' },
  cases: { ...mixed.cases, open: 'Open', goBack: 'Back to cases' },
  market: { ...mixed.market, title: 'Market', item: 'Market: one skin', sellYourItem: 'Sell an item' },
  sort: {
    label: 'Sort by',
    highestPrice: 'Highest price',
    lowestPrice: 'Lowest price',
    newest: 'Newest',
    oldest: 'Oldest',
  },
  inventory: {
    ...mixed.inventory,
    title: 'My inventory',
    found: (count) => `(${plural(count, { one: 'item', other: 'items' })})`,
  },
  admin: { ...mixed.admin, ticketsTitle: 'Tickets' },
  balance: {
    ...mixed.balance,
    text: 'Choose how you want to top up your balance.',
    sendTradeOffer: 'Send trade offer',
  },
  faq: { ...mixed.faq, title: 'Questions and answers' },
};
