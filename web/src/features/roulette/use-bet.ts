import type { CurrentRound } from '@karat/contract/roulette';
import type { Color } from '@karat/rules/roulette';
import { openAuth } from '#core/modals.ts';
import { useSession } from '#core/session.ts';
import { usePlayerAction } from '#core/use-player-action.ts';
import { enableSound } from '#ui/sound.ts';
import { showToast } from '#ui/toast.ts';
import { amountProblem, parseAmount, requireAmount, useAmount } from './amount.ts';
import { submitBet } from './place-bet.ts';
import { useRouletteText } from './words/roulette-text.ts';

/** Places a bet on a colour, or explains why it cannot. */
export function useBet(round: CurrentRound, focusAmount: () => void): (color: Color) => void {
  const t = useRouletteText();
  const bet = (roundId: number, color: Color, text: string) => {
    const amount = parseAmount(text);
    const { balance } = useSession.getState();
    if (amount === undefined || amountProblem(text, { betMax: round.betMax, balance }) !== undefined) {
      requireAmount();
      focusAmount();
      return;
    }
    void submitBet({ roundId, color, amount });
  };
  const { onPress } = usePlayerAction(bet, () => {
    showToast('error', t.signInFirst);
    openAuth('login');
  });
  return (color) => {
    enableSound();
    // The round and the amount that the player saw, although the bet may wait.
    onPress(round.id, color, useAmount.getState().text);
  };
}
