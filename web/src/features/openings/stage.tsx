import type { CaseDetails } from '@karat/contract/cases';
import { shownPrice } from '@karat/rules/cases';
import { rarityLevel } from '@karat/rules/items';
import { X } from 'lucide-react';
import { type CSSProperties, type RefObject, useEffect, useRef } from 'react';
import { usePreferences } from '#core/preferences.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { rarityColors } from '#ui/rarity.ts';
import { playReveal, playWin } from '#ui/sound.ts';
import { Crate, lightOf } from './crate.tsx';
import { canTakeFocus } from './focus.ts';
import { type Opening, dismissOpening, skipSpin } from './opening.ts';
import { PrizeGrid } from './prize-grid.tsx';
import { PrizeView } from './prize-view.tsx';
import { Reels } from './reels.tsx';
import { scrollToStage } from './scroll-to-stage.ts';
import { useOpeningsText } from './words/openings-text.ts';
import { worthOf } from './worth.ts';

/** The win sound begins after the sound of the rarity. */
const WIN_DELAY_SECONDS = 0.16;

type StageProps = {
  caseDetails: CaseDetails;
  opening: Opening;
  count: number;
  stageRef: RefObject<HTMLElement | null>;
};

/** Shows the crate at rest, then the opening animation with one reel per case, then the prizes. */
export function Stage({ caseDetails, opening, count, stageRef }: StageProps) {
  const t = useOpeningsText();
  const price = shownPrice(caseDetails.price);
  const single = opening.phase === 'revealed' && opening.prizes.length === 1 ? opening.prizes[0] : undefined;
  useRevealSounds(opening, price);
  useScrollOnReveal(opening, stageRef);
  useFocusAfterSale(opening, stageRef);
  useEscape(opening, stageRef);
  return (
    <section
      ref={stageRef}
      tabIndex={-1}
      aria-label={t.stage}
      data-phase={opening.phase}
      data-multiple={count > 1 || undefined}
      data-tier={single && rarityLevel(single.skinRarity)}
      style={
        {
          '--reels': count,
          ...lightOf(caseDetails.name),
          ...(single && rarityColors(single.skinRarity)),
        } as CSSProperties
      }
      className="strip-frame @container relative isolate overflow-hidden surface"
    >
      <span aria-hidden className="stage-light" />
      <Crate caseDetails={caseDetails} />
      <Reels opening={opening} />
      {single && opening.phase === 'revealed' && (
        <PrizeView key={single.id} prize={single} price={price} isSold={opening.soldIds.has(single.id)} />
      )}
      {opening.phase === 'revealed' && single === undefined && (
        <PrizeGrid prizes={opening.prizes} soldIds={opening.soldIds} price={price} />
      )}
      {opening.phase === 'revealed' && <DismissButton stageRef={stageRef} />}
      <p role="status" className="sr-only">
        {opening.phase === 'revealed' && t.won(opening.prizes.map((prize) => prize.market_hash_name).join(', '))}
      </p>
    </section>
  );
}

function dismiss(stageRef: StageProps['stageRef']): void {
  stageRef.current?.focus({ preventScroll: true });
  dismissOpening();
}

/** Returns to the crate, where the count can be changed. */
function DismissButton({ stageRef }: Pick<StageProps, 'stageRef'>) {
  const t = useOpeningsText();
  return (
    <IconButton
      label={t.backToCase}
      title={t.backToCase}
      variant="bare"
      onClick={() => dismiss(stageRef)}
      className="absolute! top-2 right-2 z-10 md:top-2.5 md:right-2.5"
    >
      <X size={20} aria-hidden />
    </IconButton>
  );
}

/** Every result has the sound of its rarity. The win sound follows only if the prizes sell for more than the cases cost. */
function useRevealSounds(opening: Opening, price: number): void {
  const previousPhase = useRef(opening.phase);
  useEffect(() => {
    const hasJustRevealed = opening.phase === 'revealed' && previousPhase.current !== 'revealed';
    previousPhase.current = opening.phase;
    if (!hasJustRevealed || usePreferences.getState().isMuted) return;
    const level = Math.max(...opening.prizes.map(({ skinRarity }) => rarityLevel(skinRarity)));
    playReveal(level);
    if (worthOf(opening.prizes) > price * opening.prizes.length) playWin(level, WIN_DELAY_SECONDS);
  }, [opening, price]);
}

/** Scrolls to the prizes when they appear, unless the player is typing elsewhere. */
function useScrollOnReveal(opening: Opening, stageRef: StageProps['stageRef']): void {
  const isRevealed = opening.phase === 'revealed';
  useEffect(() => {
    if (isRevealed && canTakeFocus('[data-open-button], [data-open-button] *')) scrollToStage(stageRef.current);
  }, [isRevealed, stageRef]);
}

/** After a sale the clicked button is disabled, so the focus moves to the section. */
function useFocusAfterSale(opening: Opening, stageRef: StageProps['stageRef']): void {
  const soldIds = opening.phase === 'revealed' ? opening.soldIds : undefined;
  useEffect(() => {
    if (soldIds !== undefined && soldIds.size > 0 && canTakeFocus(':disabled'))
      stageRef.current?.focus({ preventScroll: true });
  }, [soldIds, stageRef]);
}

/** Escape does what the visible control does: it skips the spin, or returns from the prizes to the crate. */
function useEscape({ phase }: Opening, stageRef: StageProps['stageRef']): void {
  const isSkippable = phase === 'lifting' || phase === 'spinning';
  const isDismissible = phase === 'revealed';
  useEffect(() => {
    if (!isSkippable && !isDismissible) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // In an open modal or menu Escape closes that instead.
      if (document.querySelector('[role=dialog], [role=menu]') !== null) return;
      if (isSkippable) skipSpin();
      // A key held down since the spin must not close the prizes unseen, nor one pressed while typing elsewhere.
      else if (!event.repeat && !(event.target as Element).matches('input, textarea')) dismiss(stageRef);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isSkippable, isDismissible, stageRef]);
}
