import type { CaseDetails } from '@karat/contract/cases';
import { shownPrice } from '@karat/rules/cases';
import { rarityLevel } from '@karat/rules/items';
import clsx from 'clsx';
import { FastForward } from 'lucide-react';
import { type CSSProperties, type RefObject, useEffect, useMemo, useRef } from 'react';
import { usePreferences } from '#core/preferences.ts';
import { playWin } from '#ui/sound.ts';
import { SpinMarker } from '#ui/spin-marker.tsx';
import { type Opening, isSpinning, skipSpin } from './opening.ts';
import { PrizeGrid } from './prize-grid.tsx';
import { PrizeView } from './prize-view.tsx';
import { Reel } from './reel.tsx';
import { scrollToStage } from './scroll-to-stage.ts';
import { idleCells } from './strips.ts';
import { useOpeningsText } from './words/openings-text.ts';

type StageProps = {
  caseDetails: CaseDetails;
  opening: Opening;
  count: number;
  stageRef: RefObject<HTMLElement | null>;
};

/** Shows the opening animation: one reel per case, the centre marker over all reels, then the prizes. */
export function Stage({ caseDetails, opening, count, stageRef }: StageProps) {
  const t = useOpeningsText();
  const reelCount =
    'prizes' in opening ? opening.prizes.length : opening.phase === 'requesting' ? opening.request.count : count;
  useWinSound(opening, caseDetails.price);
  useFocusOnReveal(opening, stageRef);
  useSkipByEscape(opening.phase === 'spinning');
  return (
    <section
      ref={stageRef}
      tabIndex={-1}
      aria-label={t.stage}
      data-phase={opening.phase}
      data-multiple={reelCount > 1 || undefined}
      style={{ '--reels': reelCount } as CSSProperties}
      className="strip-frame group/stage relative isolate flex flex-col overflow-hidden surface"
    >
      {Array.from({ length: reelCount }, (_, row) => (
        <ReelRow key={row} caseDetails={caseDetails} opening={opening} row={row} isHalfHeight={reelCount > 1} />
      ))}
      {opening.phase === 'revealed' && opening.prizes.length > 1 && (
        <PrizeGrid prizes={opening.prizes} soldIds={opening.soldIds} price={shownPrice(caseDetails.price)} />
      )}
      <SpinMarker isHidden={opening.phase === 'revealed'} />
      {opening.phase === 'spinning' && (
        <button
          type="button"
          onClick={skipSpin}
          className="motion-press absolute right-3 bottom-3 z-20 inline-flex h-11 items-center gap-1.5 rounded-full border border-line bg-bg-1/90 px-4 text-card font-semibold text-fg-2 hover:text-fg md:h-9"
        >
          <FastForward size={16} aria-hidden />
          {t.skip}
        </button>
      )}
      <p role="status" className="sr-only">
        {opening.phase === 'revealed' && t.won(opening.prizes.map((prize) => prize.market_hash_name).join(', '))}
      </p>
    </section>
  );
}

function ReelRow({
  caseDetails,
  opening,
  row,
  isHalfHeight,
}: Omit<StageProps, 'count' | 'stageRef'> & { row: number; isHalfHeight: boolean }) {
  const idleStrip = useMemo(() => ({ cells: idleCells(caseDetails.items, caseDetails.hash, row) }), [caseDetails, row]);
  const strip = 'strips' in opening ? opening.strips?.[row] : undefined;
  const prize = opening.phase === 'revealed' ? opening.prizes[row] : undefined;
  return (
    <div className={clsx('relative overflow-hidden', isHalfHeight ? 'h-(--row-half)' : 'h-(--row)')}>
      <Reel
        key={strip === undefined ? 'idle' : 'moving'}
        strip={strip ?? idleStrip}
        startedAt={isSpinning(opening) ? opening.startedAt : undefined}
        isLanded={prize !== undefined}
        isHalfHeight={isHalfHeight}
        playsSound={row === 0}
      />
      <span aria-hidden className="strip-fade strip-fade-left" />
      <span aria-hidden className="strip-fade strip-fade-right" />
      <span aria-hidden className="strip-edges" />
      {prize !== undefined && opening.phase === 'revealed' && !isHalfHeight && (
        <PrizeView
          key={prize.id}
          prize={prize}
          isGain={prize.price > caseDetails.price}
          isSold={opening.soldIds.has(prize.id)}
        />
      )}
    </div>
  );
}

/** Plays a sound only if the prizes sell for more than the cases cost. */
function useWinSound(opening: Opening, price: number): void {
  const previousPhase = useRef(opening.phase);
  useEffect(() => {
    const hasJustRevealed = opening.phase === 'revealed' && previousPhase.current !== 'revealed';
    previousPhase.current = opening.phase;
    if (!hasJustRevealed || usePreferences.getState().isMuted) return;
    const gained = opening.prizes.reduce((sum, prize) => sum + prize.price - price, 0);
    if (gained <= 0) return;
    playWin(Math.max(...opening.prizes.map(({ skinRarity }) => rarityLevel(skinRarity))));
  }, [opening, price]);
}

/**
 * Focuses the section when the prizes appear, unless the player is typing elsewhere. It does not focus a button, because the
 * Enter key that opened the case would activate it. After a sale the clicked button is disabled, so the focus returns to the
 * section.
 */
function useFocusOnReveal(opening: Opening, stageRef: StageProps['stageRef']): void {
  const isRevealed = opening.phase === 'revealed';
  const soldIds = opening.phase === 'revealed' ? opening.soldIds : undefined;
  useEffect(() => {
    if (!isRevealed || !canTakeFocus('[data-open-button], [data-open-button] *')) return;
    stageRef.current?.focus({ preventScroll: true });
    scrollToStage(stageRef.current);
  }, [isRevealed, stageRef]);
  useEffect(() => {
    if (soldIds !== undefined && soldIds.size > 0 && canTakeFocus(':disabled'))
      stageRef.current?.focus({ preventScroll: true });
  }, [soldIds, stageRef]);
}

/** Whether the focus may move: nothing has it, or an element that matches the selector. */
function canTakeFocus(replaceableSelector: string): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.matches(replaceableSelector);
}

function useSkipByEscape(isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled) return undefined;
    const skip = (event: KeyboardEvent) => {
      // In an open modal or menu Escape closes that instead.
      if (
        event.key === 'Escape' &&
        !event.defaultPrevented &&
        document.querySelector('[role=dialog], [role=menu]') === null
      )
        skipSpin();
    };
    document.addEventListener('keydown', skip);
    return () => document.removeEventListener('keydown', skip);
  }, [isEnabled]);
}
