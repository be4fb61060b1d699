import type { AdjustmentKind, AdjustmentState } from '@karat/contract/adjustments';
import { pluralOf, plural } from '#i18n/plural.ts';

/** Texts of the staff pages in the default language. */
export const mixedAdmin = {
  adjust: {
    title: 'Adjust balance',
    hint: 'Add or remove a player’s diamonds. The ledger and the staff log record your name and reason.',
    userId: 'Player id',
    amount: 'Amount',
    amountHint: 'Use a negative amount to remove diamonds.',
    reason: 'Reason',
    review: 'Review',
    confirmTitle: 'Adjust this balance?',
    adds: (amount: string, userId: number) =>
      `${pluralOf(amount, { one: 'diamond', other: 'diamonds' })} will be added to player ${userId}.`,
    takes: (amount: string, userId: number) =>
      `${pluralOf(amount, { one: 'diamond', other: 'diamonds' })} will be taken from player ${userId}.`,
    confirm: 'Adjust balance',
    done: (userId: number, balance: string) =>
      `Player ${userId} now has ${pluralOf(balance, { one: 'diamond', other: 'diamonds' })}.`,
    failed: 'The balance could not be adjusted.',
    termsFailed: 'The balance could not be loaded. The change is checked when you confirm it.',
    tooMuch: (username: string, balance: string) =>
      `${username} has only ${pluralOf(balance, { one: 'diamond', other: 'diamonds' })}. You cannot take more.`,
    needsSecond: (limit: string) => `More than ${limit} diamonds: a second person must approve it first.`,
    needsSecondInAll: (limit: string, before: string) =>
      `With ${pluralOf(before, { one: 'diamond', other: 'diamonds' })} from your last 24 hours, this exceeds ${limit}. A second person must approve it first.`,
  },
  adjustments: {
    lead: (limit: string) =>
      `One person can give out up to ${limit} diamonds in 24 hours through balances, missions and prices together. Larger changes wait here for a second person.`,
    list: 'Large changes',
    found: (count: number) => plural(count, { one: 'change', other: 'changes' }),
    failed: 'An error occurred while fetching data.',
    none: 'Nothing is waiting for approval.',
    noneFound: 'No changes match.',
    state: 'State',
    all: 'All',
    states: {
      waiting: 'Waiting',
      approved: 'Approved',
      refused: 'Refused',
      withdrawn: 'Withdrawn',
    } satisfies Record<AdjustmentState, string>,
    kinds: {
      balance: 'Balance',
      mission: 'Mission',
      item: 'Item',
      price: 'Price jump',
    } satisfies Record<AdjustmentKind, string>,
    newMission: 'New mission',
    upTo: (amount: string) => `up to ${amount}`,
    upToHint: 'Maximum payout per day',
    fields: {
      title: 'Title',
      type: 'Type',
      description: 'Description',
      image: 'Image',
      target: 'Target',
      reward: 'Reward',
      isActive: 'Active',
      price: 'Price',
      market_hash_name: 'Name',
      skinRarity: 'Rarity',
      weaponType: 'Weapon type',
    },
    yes: 'yes',
    no: 'no',
    changes: 'What changes',
    balance: 'Current balance',
    after: 'Balance after',
    short: 'The balance is too low.',
    askedBy: 'Requested by',
    decidedBy: 'Decided by',
    reason: 'Reason',
    decision: 'Decision',
    approve: 'Approve…',
    approveOf: (id: number) => `Approve change #${id}`,
    refuse: 'Refuse…',
    refuseOf: (id: number) => `Refuse change #${id}`,
    withdraw: 'Withdraw…',
    withdrawOf: (id: number) => `Withdraw change #${id}`,
    ownRequest: 'Your own request: another person must decide.',
    ownBalance: 'Your own balance: another person must decide.',
    approveTitle: 'Approve this change?',
    approveAdds: (amount: string, username: string) =>
      `${username} gets ${pluralOf(amount, { one: 'diamond', other: 'diamonds' })} immediately. Undoing it takes a new change.`,
    approveTakes: (amount: string, username: string) =>
      `${username} loses ${pluralOf(amount, { one: 'diamond', other: 'diamonds' })} immediately. Undoing it takes a new change.`,
    approveKind: 'It takes effect immediately, as shown here.',
    approveConfirm: 'Approve',
    refuseTitle: 'Refuse this change?',
    refuseText: 'Nothing changes. The person who requested it sees your reason.',
    refuseConfirm: 'Refuse',
    withdrawTitle: 'Withdraw this change?',
    withdrawText: 'Nothing changes, and it can no longer be approved.',
    withdrawConfirm: 'Withdraw',
    decidedTitle: 'Already decided',
    decided: {
      approved: (name: string, time: string) => `${name} approved it at ${time}.`,
      refused: (name: string, time: string) => `${name} refused it at ${time}.`,
      withdrawn: (name: string, time: string) => `${name} withdrew it at ${time}.`,
    } satisfies Record<Exclude<AdjustmentState, 'waiting'>, (name: string, time: string) => string>,
    decidedElsewhere: 'Someone else has already decided.',
    approved: (id: number) => `Change #${id} approved.`,
    refused: (id: number) => `Change #${id} refused.`,
    withdrawn: (id: number) => `Change #${id} withdrawn.`,
    waits: 'Waiting for a second person. Nothing has changed yet.',
    addsTo: (amount: string, username: string) =>
      `${pluralOf(amount, { one: 'diamond', other: 'diamonds' })} will be added to ${username}.`,
    takesFrom: (amount: string, username: string) =>
      `${pluralOf(amount, { one: 'diamond', other: 'diamonds' })} will be taken from ${username}.`,
    doneFor: (username: string, balance: string) =>
      `${username} now has ${pluralOf(balance, { one: 'diamond', other: 'diamonds' })}.`,
    player: 'Player',
  },
};

export type AdminCatalogue = typeof mixedAdmin;
