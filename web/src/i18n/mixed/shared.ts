import type { TransactionType } from '@karat/contract/wallet';
import { plural } from '../plural.ts';

/** Texts that several features show. */
export const shared = {
  auth: {
    login: 'Login',
    signup: 'Sign up',
    sessionEnded: 'Your session has ended. Sign in to continue.',
    steamFailed: 'Steam sign-in failed. Please try again.',
    steamCancelled: 'Steam sign-in was cancelled.',
    steamLinked: 'Your Steam account is linked.',
    steamStaff: 'Staff must sign in with their password.',
    steamBanned: 'This account is banned.',
    steamTooMany: 'Too many attempts. Please try again later.',
    steamUnavailable: 'Steam is not responding. Please try again.',
    steamAlreadyLinked: 'This Steam account belongs to another player.',
  },
  sandbox: {
    chip: 'sandbox',
    meaning: 'A sandbox player: a program, not a person.',
  },
  toasts: {
    label: 'Messages',
    accountLabel: 'Account messages',
    networkError: 'Network error. Please try again later.',
    loginDone: 'Giriş basarılı! Hoşgeldiniz.',
    error: (message: string) => `Error: ${message}`,
    loggedOut: 'You are signed out.',
  },
  sort: {
    label: 'Sort by',
    highestPrice: 'Highest Price',
    lowestPrice: 'Lowest Price',
    newest: 'Newest',
    oldest: 'Oldest',
  },
  openings: {
    quickSell: 'Quick Sell',
    sold: 'Item Sold!',
    soldFor: (item: string, price: string) => `${item} sold for ${price}`,
    confirmAge: 'I am 18 or older',
  },
  stock: {
    rarity: 'Rarity',
    weaponType: 'Type',
    exterior: 'Exterior',
    any: 'All',
    resetFilters: 'Reset filters',
    noneFound: 'No items match.',
    noneFoundHint: 'Try different words or fewer filters.',
    toCases: 'Open a case',
    soldManyFor: (count: number, price: string) =>
      `${plural(count, { one: 'item', other: 'items' })} sold for ${price}`,
    leftOut: (count: number) =>
      plural(count, {
        one: 'item is no longer available and was not sold.',
        other: 'items are no longer available and were not sold.',
      }),
    sellTitle: (count: number) => `Sell ${plural(count, { one: 'item', other: 'items' })}?`,
    sellHint: 'You get the diamonds immediately. This cannot be undone.',
    sellConfirm: (price: string) => `Sell for ${price}`,
  },
  ledger: {
    type: 'Type',
    from: 'From (UTC)',
    to: 'To (UTC)',
    kinds: {
      DEPOSIT: 'Deposit',
      WITHDRAW: 'Withdrawal',
      CASE_OPEN: 'Case opened',
      QUICK_SELL: 'Item sold',
      ROULETTE_BET: 'Roulette bet',
      ROULETTE_WIN: 'Roulette win',
      ROULETTE_REFUND: 'Roulette refund',
      DEPOSIT_REVERSAL: 'Deposit reversed',
      ROOM_ENTRY: 'Duel entry',
      ROOM_REFUND: 'Duel refund',
      ROOM_WIN: 'Duel won',
      MARKET_BUY: 'Bought on the market',
      MARKET_SALE: 'Sold on the market',
      MISSION_REWARD: 'Mission reward',
      ADMIN_ADJUST: 'Adjusted by staff',
      WELCOME: 'Welcome gift',
      SANDBOX_ALLOWANCE: 'Sandbox allowance',
    } satisfies Record<TransactionType, string>,
  },
  chat: {
    placeholder: 'Message…',
    send: 'Send',
    atMaximum: 'Message is at the maximum length (250 characters).',
    newMessages: (count: number) => plural(count, { one: 'new message', other: 'new messages' }),
  },
};
