import { plural } from '#i18n/plural.ts';

/** Texts of the staff pages in the default language. */
export const mixedAdmin = {
  transactions: {
    failed: 'An error occurred while fetching data.',
    infoFailed: 'Failed to fetch transaction info',
    missing: 'There is no transaction with this id.',
    title: (id: string) => `Transaction ${id}`,
    back: 'Back to transactions',
    facts: 'About the transaction',
    listLabel: 'Transactions, newest first',
    filtersLabel: 'Filter the transactions',
    found: (count: number) => plural(count, { one: 'transaction', other: 'transactions' }),
    foundMany: (count: string) => `${count} transactions or more`,
    search: 'Exact username',
    none: 'There are no transactions yet.',
    noneHint: 'Every change to a player’s balance appears here.',
    noneFound: 'No transactions match.',
    noneFoundHint: 'Try another type, other dates or a complete username.',
    id: 'Transaction id',
    time: 'Time',
    user: 'User',
    userId: 'User id',
    type: 'Transaction type',
    subject: 'Details',
    amount: 'Amount',
    oldBalance: 'Old balance',
    newBalance: 'New balance',
    reference: 'Ledger reference',
    account: 'Other account',
    linksLabel: 'Related pages',
  },
};

export type AdminCatalogue = typeof mixedAdmin;
