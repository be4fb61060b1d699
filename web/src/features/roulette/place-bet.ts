import { placeBet } from '@karat/contract/roulette';
import type { Failure } from '@karat/contract/refusal';
import type { Color } from '@karat/rules/roulette';
import { create } from 'zustand';
import { ApiRefusal, NetworkFailure, call, isUnauthenticated, newRequestKey } from '#core/api.ts';
import { useSession } from '#core/session.ts';
import { wayToRules } from '#features/safer-play/safer-play.tsx';
import { currentText } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { showToast } from '#ui/toast.ts';
import { keepAmount } from './amount.ts';
import { raiseOwnStake, useRoulette } from './roulette.ts';

type Press = {
  readonly owner: string;
  readonly roundId: number;
  readonly color: Color;
  readonly amount: number;
  readonly key: string;
  /** The stake on the colour before this bet; afterwards it is at least this plus the amount. */
  readonly stakeBefore: number;
};

type Placing = {
  /** Colours with a bet in flight. */
  readonly pending: Partial<Record<Color, true>>;
  /** The last accepted bet, for screen readers. */
  readonly placed: { readonly color: Color; readonly amount: number; readonly key: string } | undefined;
  /** The player has to confirm the age before the first wager. */
  readonly isAgeAsked: boolean;
};

/** This tab's bets in flight. */
export const usePlacing = create<Placing>(() => ({ pending: {}, placed: undefined, isAgeAsked: false }));

// Bets with unknown outcome: a retry sends the same key, so the bet counts once.
let unheard: Press[] = [];

type Wish = Pick<Press, 'roundId' | 'color' | 'amount'>;

/** Places a bet. Ignores further presses on a colour while a bet on it is in flight. */
export async function pressBet(wish: Wish): Promise<void> {
  const { pending } = usePlacing.getState();
  if (pending[wish.color]) return;
  usePlacing.setState({ pending: { ...pending, [wish.color]: true }, isAgeAsked: false });
  const press = nextPress(wish);
  try {
    const { roundId, color: playerBet, amount, key: idempotencyKey } = press;
    await call(placeBet, { body: { playerBet, amount, roundId } }, { idempotencyKey });
    taken(press);
  } catch (error) {
    refused(press, error);
  } finally {
    usePlacing.setState((placing) => {
      const { [wish.color]: _, ...others } = placing.pending;
      return { pending: others };
    });
  }
}

function nextPress(wish: Wish): Press {
  const owner = useSession.getState().username;
  unheard = unheard.filter((press) => press.owner === owner && press.roundId === wish.roundId);
  const same = unheard.find(({ color, amount }) => color === wish.color && amount === wish.amount);
  return same ?? { ...wish, owner, key: newRequestKey(), stakeBefore: useRoulette.getState().own[wish.color] };
}

function taken(press: Press): void {
  const { roundId, color, amount, key, stakeBefore } = press;
  unheard = unheard.filter((each) => each.key !== key);
  if (useSession.getState().username !== press.owner) return;
  raiseOwnStake({ roundId, color, amount: stakeBefore + amount });
  keepAmount(amount);
  usePlacing.setState({ placed: { color, amount, key } });
}

function refused(press: Press, error: unknown): void {
  const isUnsure = error instanceof NetworkFailure || (error instanceof ApiRefusal && error.status >= 500);
  unheard = unheard.filter(({ key }) => key !== press.key);
  if (isUnsure) unheard.push(press);
  if (error instanceof NetworkFailure) showToast('error', currentText().toasts.networkError);
  else if (!(error instanceof ApiRefusal)) throw error;
  // The sign-in form is already open.
  else if (!isUnauthenticated(error)) explain(error);
}

function explain(refusal: Pick<Failure, 'code' | 'message'>): void {
  if (refusal.code === 'age_unconfirmed') usePlacing.setState({ isAgeAsked: true });
  const t = currentText();
  showToast('error', textOfRefusal(t, refusal) || t.views.error, wayToRules(t, refusal.code));
}

export function ageConfirmed(): void {
  usePlacing.setState({ isAgeAsked: false });
}
