import { shared as mixed } from '../mixed/shared.ts';

export const shared: typeof mixed = {
  ...mixed,
  auth: {
    ...mixed.auth,
    login: 'Log in',
  },
  toasts: {
    ...mixed.toasts,
    networkError: 'Network error. Please try again later.',
    loginDone: 'Welcome back! You are logged in.',
  },
  sort: {
    label: 'Sort by',
    highestPrice: 'Highest price',
    lowestPrice: 'Lowest price',
    newest: 'Newest',
    oldest: 'Oldest',
  },
  openings: {
    ...mixed.openings,
    quickSell: 'Quick sell',
    sold: 'Item sold!',
  },
  chat: {
    ...mixed.chat,
    atMaximum: 'Messages can be up to 250 characters long.',
  },
};
