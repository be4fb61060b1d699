import type { DescribedCase } from '@karat/contract/cases';
import { shownPrice } from '@karat/rules/cases';
import { rarityLevel } from '@karat/rules/items';
import clsx from 'clsx';
import { FastForward } from 'lucide-react';
import { type CSSProperties, type RefObject, useEffect, useMemo, useRef } from 'react';
import { usePreferences } from '#core/preferences.ts';
import { playWin } from '#ui/sound.ts';
import { SpinMark } from '#ui/spin-mark.tsx';
import { type Opening, isSpinning, skipSpin } from './opening.ts';
import { PrizeGrid } from './prize-grid.tsx';
import { PrizeView } from './prize-view.tsx';
import { Reel } from './reel.tsx';
import { scrollToStage } from './scroll-to-stage.ts';
import { restingCells } from './strips.ts';
import { useOpeningsText } from './words/openings-text.ts';

type StageProps = { box: DescribedCase; opening: Opening; count: number; frame: RefObject<HTMLElement | null> };

/** Where cases are opened: one reel for each, the mark over all reels, and the prizes at the end. */
export function Stage({ box, opening, count, frame }: StageProps) {
  const t = useOpeningsText();
  const reelCount =
    'prizes' in opening ? opening.prizes.length : opening.phase === 'requesting' ? opening.press.count : count;
  useWinSound(opening, box.price);
  useFocusOnWin(opening, frame);
  useSkipByEscape(opening.phase === 'spinning');
  return (
    <section
      ref={frame}
      tabIndex={-1}
      aria-label={t.stage}
      data-phase={opening.phase}
      data-several={reelCount > 1 || undefined}
      style={{ '--reels': reelCount } as CSSProperties}
      className="strip-frame group/stage relative isolate flex flex-col overflow-hidden surface"
    >
      {Array.from({ length: reelCount }, (_, row) => (
        <Row key={row} box={box} opening={opening} row={row} isHalf={reelCount > 1} />
      ))}
      {opening.phase === 'won' && opening.prizes.length > 1 && (
        <PrizeGrid prizes={opening.prizes} soldIds={opening.soldIds} price={shownPrice(box.price)} />
      )}
      <SpinMark isHidden={opening.phase === 'won'} />
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
        {opening.phase === 'won' && t.won(opening.prizes.map((prize) => prize.market_hash_name).join(', '))}
      </p>
    </section>
  );
}

function Row({ box, opening, row, isHalf }: Omit<StageProps, 'count' | 'frame'> & { row: number; isHalf: boolean }) {
  const resting = useMemo(() => ({ cells: restingCells(box.items, box.hash, row) }), [box, row]);
  const strip = 'strips' in opening ? opening.strips?.[row] : undefined;
  const prize = opening.phase === 'won' ? opening.prizes[row] : undefined;
  return (
    <div className={clsx('relative overflow-hidden', isHalf ? 'h-(--row-half)' : 'h-(--row)')}>
      <Reel
        key={strip === undefined ? 'resting' : 'moving'}
        strip={strip ?? resting}
        startedAt={isSpinning(opening) ? opening.startedAt : undefined}
        isLanded={prize !== undefined}
        isHalf={isHalf}
        isAudible={row === 0}
      />
      <span aria-hidden className="strip-veil strip-veil-left" />
      <span aria-hidden className="strip-veil strip-veil-right" />
      <span aria-hidden className="strip-edges" />
      {prize !== undefined && opening.phase === 'won' && !isHalf && (
        <PrizeView
          key={prize.id}
          prize={prize}
          isGain={prize.price > box.price}
          isSold={opening.soldIds.has(prize.id)}
        />
      )}
    </div>
  );
}

/** Plays a chord for a gain only. A prize that sells for no more than it cost is not celebrated. */
function useWinSound(opening: Opening, price: number): void {
  const phaseBefore = useRef(opening.phase);
  useEffect(() => {
    const hasEnded = opening.phase === 'won' && phaseBefore.current !== 'won';
    phaseBefore.current = opening.phase;
    if (!hasEnded || usePreferences.getState().isMuted) return;
    const gained = opening.prizes.reduce((sum, prize) => sum + prize.price - price, 0);
    if (gained <= 0) return;
    playWin(Math.max(...opening.prizes.map(({ skinRarity }) => rarityLevel(skinRarity))));
  }, [opening, price]);
}

/**
 * Moves the focus to the prizes unless the player is typing elsewhere; never to a button, because the key that opened
 * the case would press it. Selling disables a button, and the focus then returns here.
 */
function useFocusOnWin(opening: Opening, frame: StageProps['frame']): void {
  const isWon = opening.phase === 'won';
  const soldIds = opening.phase === 'won' ? opening.soldIds : undefined;
  useEffect(() => {
    if (!isWon || !canTakeFocus('[data-opens], [data-opens] *')) return;
    frame.current?.focus({ preventScroll: true });
    scrollToStage(frame.current);
  }, [isWon, frame]);
  useEffect(() => {
    if (soldIds !== undefined && soldIds.size > 0 && canTakeFocus(':disabled'))
      frame.current?.focus({ preventScroll: true });
  }, [soldIds, frame]);
}

/** Whether the focus may move: nothing has it, or an element that matches the selector. */
function canTakeFocus(replaceableSelector: string): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.matches(replaceableSelector);
}

function useSkipByEscape(isSpinningNow: boolean): void {
  useEffect(() => {
    if (!isSpinningNow) return undefined;
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
  }, [isSpinningNow]);
}
