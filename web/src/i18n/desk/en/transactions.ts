import { transactions as mixed } from '../mixed/transactions.ts';

export const transactions: typeof mixed = {
  transactions: {
    ...mixed.transactions,
    failed: 'The transactions could not be loaded.',
    infoFailed: 'The transaction could not be loaded.',
  },
};
