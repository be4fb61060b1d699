import type { CurrentRound } from '@karat/contract/roulette';
import { useSyncExternalStore, useRef } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { AmountBar } from './amount-bar.tsx';
import { Columns } from './columns.tsx';
import { FairnessFooter } from './fairness-footer.tsx';
import { useRoundPhase } from './roulette.ts';
import { RoundStatus } from './round-status.tsx';
import { useBet } from './use-bet.ts';
import { Wheel } from './wheel.tsx';
import { useRouletteText } from './words/roulette-text.ts';

/** The current round with its wheel, columns and amount bar. */
export function Game({ round }: { round: CurrentRound }) {
  const t = useRouletteText();
  const phase = useRoundPhase(round);
  const isWide = useWide();
  const field = useRef<HTMLInputElement>(null);
  const bet = useBet(round, () => field.current?.focus());
  const isRevealed = phase === 'result' || (phase === 'waiting' && round.drawnAt !== null);
  const bar = <AmountBar betMax={round.betMax} field={field} isSticky={!isWide} />;
  return (
    <>
      <Wheel round={round} phase={phase} />
      <RoundStatus round={round} phase={phase} />
      {isWide && bar}
      <Columns round={round} isOpen={phase === 'betting'} winner={isRevealed ? round.winnerColor : null} onBet={bet} />
      {!isWide && (
        <p className="mt-3 text-center text-xs text-balance text-fg-2">
          {t.amount.hint(formatNumber(round.betMax), formatNumber(round.betsMax))} {t.amount.final}
        </p>
      )}
      <FairnessFooter round={round} />
      {!isWide && bar}
    </>
  );
}

const WIDE = '(width >= 48rem), (height < 41.5rem)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/**
 * Whether the screen is wider than a phone, or too low for a bar at its edge. The page then has a different order, for
 * sighted and keyboard users alike.
 */
function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
}
