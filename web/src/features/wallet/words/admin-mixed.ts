import { plural } from '#i18n/plural.ts';

/** Texts of the staff pages in the default language. */
export const mixedAdmin = {
  transactions: {
    failed: 'An error occurred while fetching data.',
    infoFailed: 'Failed to fetch transaction info',
    missing: 'There is no transaction with this id.',
    title: (id: string) => `Transaction ${id}`,
    back: 'Back to the transactions',
    facts: 'About the transaction',
    listLabel: 'Transactions, newest first',
    filtersLabel: 'Filter the transactions',
    found: (count: number) => plural(count, { one: 'transaction', other: 'transactions' }),
    foundMany: (count: string) => `${count} transactions or more`,
    search: 'Username, whole',
    none: 'There are no transactions yet.',
    noneHint: 'Every movement of a player’s diamonds stands here, newest first.',
    noneFound: 'No transaction matches.',
    noneFoundHint: 'Try another type, other days, or the whole name of a player.',
    id: 'Transaction id',
    time: 'Time',
    user: 'User',
    userId: 'User id',
    type: 'Transaction type',
    subject: 'For',
    amount: 'Amount',
    oldBalance: 'Old balance',
    newBalance: 'New balance',
    reference: 'Reference in the ledger',
    account: 'Other account',
    linksLabel: 'More about players’ diamonds and items',
  },
};

export type AdminCatalogue = typeof mixedAdmin;
