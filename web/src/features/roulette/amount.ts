import { BET_AMOUNT_MAX } from '@karat/rules/roulette';
import { create } from 'zustand';
import { useSession } from '#core/session.ts';
import { store, readStored } from '#core/storage.ts';

const KEY = 'roulette-last-bet';

type AmountState = {
  /** The text in the field. */
  readonly text: string;
  /** The last amount bet in this browser. */
  readonly last: number | undefined;
  /** The player pressed a colour without a valid amount, so the field asks for one. */
  readonly isRequired: boolean;
};

/** The amount of the next bet. It outlives the page and a change of the window width. */
export const useAmount = create<AmountState>(() => ({ text: '', last: readStoredAmount(), isRequired: false }));

export function setAmount(text: string): void {
  useAmount.setState({ text, isRequired: false });
}

export function requireAmount(): void {
  useAmount.setState({ isRequired: true });
}

export function storeAmount(amount: number): void {
  useAmount.setState({ last: amount });
  store(KEY, String(amount));
}

function readStoredAmount(): number | undefined {
  return parseAmount(readStored(KEY) ?? '');
}

/** Parses plain digits or the site's grouping (1.000). Undefined for anything else. */
export function parseAmount(text: string): number | undefined {
  const digits = text.trim();
  if (!/^\d{1,15}$|^\d{1,3}(\.\d{3}){1,4}$/.test(digits)) return undefined;
  return Number(digits.replaceAll('.', ''));
}

export type AmountProblem = 'missing' | 'notWhole' | 'belowOne' | 'aboveMax' | 'aboveBalance';

type Bounds = {
  readonly betMax: number;
  /** Undefined for visitors, who have to sign in first. */
  readonly balance: number | undefined;
};

/** The problem with the entered amount; undefined if it can be bet. */
export function amountProblem(text: string, { betMax, balance }: Bounds): AmountProblem | undefined {
  if (text.trim() === '') return 'missing';
  const amount = parseAmount(text);
  if (amount === undefined) return 'notWhole';
  if (amount < 1) return 'belowOne';
  if (amount > betMax) return 'aboveMax';
  return balance !== undefined && amount > balance ? 'aboveBalance' : undefined;
}

/** The limits of the current player's next bet. */
export function useAmountBounds(betMax: number): Bounds {
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const balance = useSession((session) => session.balance);
  return { betMax, balance: isLoggedIn ? balance : undefined };
}

/** The entered amount, if it can be bet. */
export function useBetAmount(betMax: number): number | undefined {
  const text = useAmount((amount) => amount.text);
  return amountProblem(text, useAmountBounds(betMax)) === undefined ? parseAmount(text) : undefined;
}

/** The largest possible bet. */
export const amountMax = ({ betMax, balance }: Bounds): number => Math.min(betMax, balance ?? betMax);

export type AmountChange = { readonly add: number } | 'half' | 'double';

/** The text after one of the buttons beside the field; never above the maximum bet. */
export function changedAmount(text: string, step: AmountChange, betMax: number): string {
  const amount = Math.min(parseAmount(text) ?? 0, BET_AMOUNT_MAX);
  if (typeof step === 'object') return String(Math.min(betMax, amount + step.add));
  if (amount === 0) return text;
  if (step === 'double') return String(Math.min(betMax, amount * 2));
  return String(Math.max(1, Math.floor(amount / 2)));
}
