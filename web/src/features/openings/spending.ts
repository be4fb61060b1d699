import type { CaseDetails } from '@karat/contract/cases';
import { CASES_OPENED_AT_ONCE_MAX, isLargeSpend, shownPrice } from '@karat/rules/cases';
import { usePreferences } from '#core/preferences.ts';
import { useSession } from '#core/session.ts';
import { type Opening, isRunning } from './opening.ts';

/** What the next press of Open opens and costs, compared with the balance. */
export type Spending = {
  readonly count: number;
  readonly cost: number;
  /** The highest count that the balance pays for. Visitors may choose any. */
  readonly payableCount: number;
  /** Diamonds missing for the count; 0 if the balance suffices. */
  readonly missing: number;
};

/** The spending of the chosen count, or of the same count again after a result. */
export function useSpending(caseDetails: CaseDetails, opening: Opening, chosenCount: number): Spending {
  const { isLoggedIn, balance } = useSession();
  const price = shownPrice(caseDetails.price);
  // A request with unknown outcome may be paid already, so the balance does not limit its repetition.
  const isUnknown = opening.phase === 'idle' && opening.requestStatus === 'unknown';
  const isLimited = isLoggedIn && !caseDetails.isPaused && !isUnknown && !isRunning(opening);
  const payableCount = isLimited ? Math.min(CASES_OPENED_AT_ONCE_MAX, Math.floor(balance / price)) : Infinity;
  const count = 'request' in opening ? opening.request.count : Math.max(1, Math.min(chosenCount, payableCount));
  const cost = price * count;
  return { count, cost, payableCount, missing: isLimited ? Math.max(0, cost - balance) : 0 };
}

const CONFIRMED_KEY = 'large-spend-confirmed';

/** Whether the player has to confirm: once per visit, before the first opening that costs more than half of the balance. */
export function needsConfirmation(cost: number): boolean {
  const { balance, username } = useSession.getState();
  return usePreferences.getState().confirmsLargeSpends && isLargeSpend(cost, balance) && confirmedBy() !== username;
}

/** Stores that this player has confirmed a large spend in this visit. */
export function storeConfirmation(): void {
  try {
    sessionStorage.setItem(CONFIRMED_KEY, useSession.getState().username);
  } catch {
    // Without storage the next large spend is confirmed again.
  }
}

function confirmedBy(): string | null {
  try {
    return sessionStorage.getItem(CONFIRMED_KEY);
  } catch {
    return null;
  }
}
