import { placeBet } from '@karat/contract/roulette';
import type { Failure } from '@karat/contract/refusal';
import type { Color } from '@karat/rules/roulette';
import { create } from 'zustand';
import { ApiRefusal, NetworkFailure, call, isUnauthenticated, newIdempotencyKey } from '#core/api.ts';
import { useSession } from '#core/session.ts';
import { limitsLinkFor } from '#features/safer-play/safer-play.tsx';
import { currentText } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { showToast } from '#ui/toast.ts';
import { storeAmount } from './amount.ts';
import { raiseOwnStake, useRoulette } from './roulette.ts';

type BetAttempt = {
  readonly owner: string;
  readonly roundId: number;
  readonly color: Color;
  readonly amount: number;
  readonly key: string;
  /** The stake on the colour before this bet; afterwards it is at least this plus the amount. */
  readonly stakeBefore: number;
};

type BetPlacing = {
  /** Colours with a bet in flight. */
  readonly pending: Partial<Record<Color, true>>;
  /** The last accepted bet, for screen readers. */
  readonly lastPlaced: { readonly color: Color; readonly amount: number; readonly key: string } | undefined;
  /** The player has to confirm the age before the first wager. */
  readonly needsAgeConfirmation: boolean;
};

/** This tab's bets in flight. */
export const useBetPlacing = create<BetPlacing>(() => ({
  pending: {},
  lastPlaced: undefined,
  needsAgeConfirmation: false,
}));

// Bets with unknown outcome: a retry sends the same key, so the bet counts once.
let unconfirmed: BetAttempt[] = [];

type BetRequest = Pick<BetAttempt, 'roundId' | 'color' | 'amount'>;

/** Places a bet. Ignores further presses on a colour while a bet on it is in flight. */
export async function submitBet(bet: BetRequest): Promise<void> {
  const { pending } = useBetPlacing.getState();
  if (pending[bet.color]) return;
  useBetPlacing.setState({ pending: { ...pending, [bet.color]: true }, needsAgeConfirmation: false });
  const press = createAttempt(bet);
  try {
    const { roundId, color: playerBet, amount, key: idempotencyKey } = press;
    await call(placeBet, { body: { playerBet, amount, roundId } }, { idempotencyKey });
    handleAccepted(press);
  } catch (error) {
    handleRefused(press, error);
  } finally {
    useBetPlacing.setState((placing) => {
      const { [bet.color]: _, ...others } = placing.pending;
      return { pending: others };
    });
  }
}

function createAttempt(bet: BetRequest): BetAttempt {
  const owner = useSession.getState().username;
  unconfirmed = unconfirmed.filter((press) => press.owner === owner && press.roundId === bet.roundId);
  const same = unconfirmed.find(({ color, amount }) => color === bet.color && amount === bet.amount);
  return same ?? { ...bet, owner, key: newIdempotencyKey(), stakeBefore: useRoulette.getState().ownStakes[bet.color] };
}

function handleAccepted(press: BetAttempt): void {
  const { roundId, color, amount, key, stakeBefore } = press;
  unconfirmed = unconfirmed.filter((each) => each.key !== key);
  if (useSession.getState().username !== press.owner) return;
  raiseOwnStake({ roundId, color, amount: stakeBefore + amount });
  storeAmount(amount);
  useBetPlacing.setState({ lastPlaced: { color, amount, key } });
}

function handleRefused(press: BetAttempt, error: unknown): void {
  const isUnsure = error instanceof NetworkFailure || (error instanceof ApiRefusal && error.status >= 500);
  unconfirmed = unconfirmed.filter(({ key }) => key !== press.key);
  if (isUnsure) unconfirmed.push(press);
  if (error instanceof NetworkFailure) showToast('error', currentText().toasts.networkError);
  else if (!(error instanceof ApiRefusal)) throw error;
  // The sign-in form is already open.
  else if (!isUnauthenticated(error)) showRefusal(error);
}

function showRefusal(refusal: Pick<Failure, 'code' | 'message'>): void {
  if (refusal.code === 'age_unconfirmed') useBetPlacing.setState({ needsAgeConfirmation: true });
  const t = currentText();
  showToast('error', textOfRefusal(t, refusal) || t.views.error, limitsLinkFor(t, refusal.code));
}

export function dismissAgeConfirmation(): void {
  useBetPlacing.setState({ needsAgeConfirmation: false });
}
