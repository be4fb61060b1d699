import type { AdjustmentKind, AdjustmentState } from '@karat/contract/adjustments';
import { pluralOf, plural } from '#i18n/plural.ts';

/** Texts of the staff pages in the default language. */
export const mixedAdmin = {
  adjust: {
    title: 'Adjust balance',
    hint: 'Adds diamonds to a player or takes them away. The ledger and the staff log keep it, with your name and reason.',
    userId: 'Player id',
    amount: 'Amount',
    amountHint: 'Below 0 takes diamonds away.',
    reason: 'Reason',
    review: 'Review',
    confirmTitle: 'Adjust this balance?',
    adds: (amount: string, userId: number) =>
      `${pluralOf(amount, { one: 'diamond is', other: 'diamonds are' })} added to player ${userId}.`,
    takes: (amount: string, userId: number) =>
      `${pluralOf(amount, { one: 'diamond is', other: 'diamonds are' })} taken from player ${userId}.`,
    confirm: 'Adjust balance',
    done: (userId: number, balance: string) =>
      `Player ${userId} now has ${pluralOf(balance, { one: 'diamond', other: 'diamonds' })}.`,
    failed: 'The balance could not be adjusted.',
    termsFailed: 'The balance could not be looked up. What is asked for is checked anyway.',
    tooMuch: (username: string, balance: string) =>
      `${username} has only ${pluralOf(balance, { one: 'diamond', other: 'diamonds' })}: this cannot be taken.`,
    needsSecond: (limit: string) =>
      `It is more than ${limit} diamonds: nothing moves until a second admin has approved it.`,
    needsSecondInAll: (limit: string, before: string) =>
      `With the ${pluralOf(before, { one: 'diamond', other: 'diamonds' })} of your last 24 hours it is more than ${limit}: nothing moves until a second admin has approved it.`,
  },
  adjustments: {
    lead: (limit: string) =>
      `One admin can give up to ${limit} diamonds in 24 hours, by balances, missions and prices together. Anything above it waits here for a second admin.`,
    list: 'Large changes',
    found: (count: number) => plural(count, { one: 'change', other: 'changes' }),
    failed: 'An error occurred while fetching data.',
    none: 'Nothing waits for a second admin.',
    noneFound: 'Nothing matches.',
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
    upToHint: 'The most it may pay out in a day',
    fields: {
      title: 'Title',
      type: 'Type',
      description: 'Description',
      image: 'Picture',
      target: 'Target',
      reward: 'Reward',
      isActive: 'On offer',
      price: 'Price',
      market_hash_name: 'Name',
      skinRarity: 'Rarity',
      weaponType: 'Weapon type',
    },
    yes: 'yes',
    no: 'no',
    changes: 'What changes',
    balance: 'Balance now',
    after: 'After it',
    short: 'The balance does not cover it.',
    askedBy: 'Asked by',
    decidedBy: 'Decided by',
    reason: 'Reason',
    decision: 'Decision',
    approve: 'Approve…',
    approveOf: (id: number) => `Approve change #${id}`,
    refuse: 'Refuse…',
    refuseOf: (id: number) => `Refuse change #${id}`,
    withdraw: 'Take back…',
    withdrawOf: (id: number) => `Take back change #${id}`,
    own: 'You asked for it: another admin decides.',
    ownBalance: 'It is your own balance: another admin decides.',
    approveTitle: 'Approve this change?',
    approveAdds: (amount: string, username: string) =>
      `${username} gets ${pluralOf(amount, { one: 'diamond', other: 'diamonds' })} at once. To take them back, a new change is needed.`,
    approveTakes: (amount: string, username: string) =>
      `${username} loses ${pluralOf(amount, { one: 'diamond', other: 'diamonds' })} at once. To give them back, a new change is needed.`,
    approveKind: 'It takes effect at once, as shown here.',
    approveConfirm: 'Approve',
    refuseTitle: 'Refuse this change?',
    refuseText: 'Nothing moves. Whoever asked reads your reason.',
    refuseConfirm: 'Refuse',
    withdrawTitle: 'Take this change back?',
    withdrawText: 'Nothing moves, and nobody can approve it any more.',
    withdrawConfirm: 'Take back',
    decidedTitle: 'This has been decided',
    decided: {
      approved: (name: string, time: string) => `${name} approved it at ${time}.`,
      refused: (name: string, time: string) => `${name} refused it at ${time}.`,
      withdrawn: (name: string, time: string) => `${name} took it back at ${time}.`,
    } satisfies Record<Exclude<AdjustmentState, 'waiting'>, (name: string, time: string) => string>,
    decidedElsewhere: 'Another admin has decided about it meanwhile.',
    approved: (id: number) => `Change #${id} is made.`,
    refused: (id: number) => `Change #${id} is refused.`,
    withdrawn: (id: number) => `Change #${id} is taken back.`,
    waits: 'It waits for a second admin. Nothing has moved yet.',
    addsTo: (amount: string, username: string) =>
      `${pluralOf(amount, { one: 'diamond is', other: 'diamonds are' })} added to ${username}.`,
    takesFrom: (amount: string, username: string) =>
      `${pluralOf(amount, { one: 'diamond is', other: 'diamonds are' })} taken from ${username}.`,
    doneFor: (username: string, balance: string) =>
      `${username} now has ${pluralOf(balance, { one: 'diamond', other: 'diamonds' })}.`,
    player: 'Player',
  },
};

export type AdminCatalogue = typeof mixedAdmin;
