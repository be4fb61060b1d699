import type { CurrentRound } from '@karat/contract/roulette';
import { useSyncExternalStore, useRef } from 'react';
import { SwitchNotice, useIsOff } from '#features/switches/switches.tsx';
import { AmountBar, BetHint } from './amount-bar.tsx';
import { Columns } from './columns.tsx';
import { FairnessFooter } from './fairness-footer.tsx';
import { useRoundPhase } from './roulette.ts';
import { RoundStatus } from './round-status.tsx';
import { useBet } from './use-bet.ts';
import { Wheel } from './wheel.tsx';

/** The current round with its wheel, columns and amount bar. */
export function Game({ round }: { round: CurrentRound }) {
  const phase = useRoundPhase(round);
  const isWide = useWide();
  const field = useRef<HTMLInputElement>(null);
  const bet = useBet(round, () => field.current?.focus());
  const isOff = useIsOff('roulette');
  const isRevealed = phase === 'result' || (phase === 'waiting' && round.drawnAt !== null);
  const bar = isOff ? (
    <SwitchNotice name="roulette" className="mt-4" />
  ) : (
    <AmountBar betMax={round.betMax} field={field} isSticky={!isWide} />
  );
  return (
    <>
      <Wheel round={round} phase={phase} />
      <RoundStatus round={round} phase={phase} />
      {(isWide || isOff) && bar}
      <Columns
        round={round}
        isOpen={phase === 'betting' && !isOff}
        winner={isRevealed ? round.winnerColor : null}
        onBet={bet}
      />
      {!isWide && !isOff && (
        <p className="mt-3 text-center text-xs text-balance text-fg-2">
          <BetHint round={round} />
        </p>
      )}
      <FairnessFooter round={round} />
      {!isWide && !isOff && bar}
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
