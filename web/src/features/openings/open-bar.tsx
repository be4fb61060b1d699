import type { CaseDetails } from '@karat/contract/cases';
import { shownPrice } from '@karat/rules/cases';
import clsx from 'clsx';
import { Volume2, VolumeX, WalletMinimal, Zap } from 'lucide-react';
import type { RefObject } from 'react';
import { openAuth, setModalState } from '#core/modals.ts';
import { setPreference, usePreferences } from '#core/preferences.ts';
import { useSession } from '#core/session.ts';
import { formatNumber } from '#i18n/format.ts';
import { Button } from '#ui/button.tsx';
import { DiamondGlyph } from '#ui/diamonds.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { enableSound } from '#ui/sound.ts';
import { showToast } from '#ui/toast.ts';
import { type Opening, isSpinning, startOpening } from './opening.ts';
import { scrollToStage } from './scroll-to-stage.ts';
import { SellAll } from './sell-all.tsx';
import { useOpeningsText } from './words/openings-text.ts';

type OpenBarProps = {
  caseDetails: CaseDetails;
  opening: Opening;
  count: number;
  /** Diamonds missing for this count; 0 if the balance suffices. */
  missing: number;
  stageRef: RefObject<HTMLElement | null>;
};

/** Open, its two switches, and Sell all after several prizes. Always in view on a phone, elsewhere with prizes. */
export function OpenBar(props: OpenBarProps) {
  const words = useOpeningsText();
  const { opening, stageRef } = props;
  const { isFast, isMuted } = usePreferences();
  const hasSeveralPrizes = opening.phase === 'revealed' && opening.prizes.length > 1;
  return (
    <div
      data-multiple={hasSeveralPrizes || undefined}
      className={clsx(
        'case-bar mt-3 flex flex-wrap items-center justify-center gap-2 md:flex-nowrap md:gap-3',
        'max-md:sticky max-md:bottom-bottom-bar max-md:z-20 max-md:-mx-3 max-md:border-t max-md:border-line max-md:bg-bg-1 max-md:px-3 max-md:py-2 low:static',
        hasSeveralPrizes &&
          'md:sticky md:bottom-2 md:z-20 md:rounded-lg md:bg-bg-0 md:shadow-[0_0_0_8px_var(--color-bg-0)]',
      )}
    >
      <IconButton
        label={words.sound}
        aria-pressed={!isMuted}
        title={words.sound}
        onClick={() => setPreference({ isMuted: !isMuted })}
        className="size-13 rounded-lg aria-pressed:text-primary"
      >
        {isMuted ? <VolumeX size={20} aria-hidden /> : <Volume2 size={20} aria-hidden />}
      </IconButton>
      <OpenButton {...props} />
      {hasSeveralPrizes && <SellAll prizes={opening.prizes} soldIds={opening.soldIds} focusAfterClose={stageRef} />}
      <IconButton
        label={words.fastOpen}
        aria-pressed={isFast}
        title={words.fastOpen}
        onClick={() => setPreference({ isFast: !isFast })}
        className="size-13 rounded-lg aria-pressed:border-primary/60 aria-pressed:text-primary"
      >
        <Zap size={20} aria-hidden className={clsx(isFast && 'fill-current')} />
      </IconButton>
    </div>
  );
}

/** Opens the case, or offers to add balance if there is too little. */
function OpenButton({ caseDetails, opening, count, missing, stageRef }: OpenBarProps) {
  const words = useOpeningsText();
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const isRunning = opening.phase === 'requesting' || isSpinning(opening);
  const isShort = missing > 0 && !isRunning;
  const request = () => {
    if (!isLoggedIn) {
      showToast('error', words.signInFirst);
      openAuth('login');
      return;
    }
    enableSound();
    scrollToStage(stageRef.current);
    void startOpening(caseDetails, count);
  };
  return (
    <Button
      variant={isShort ? 'secondary' : 'primary'}
      size="main"
      isPending={isRunning}
      disabled={caseDetails.isPaused}
      aria-haspopup={isShort ? 'dialog' : undefined}
      onClick={isShort ? () => setModalState('isBalanceOpen', true) : request}
      icon={isShort && <WalletMinimal size={20} aria-hidden className="shrink-0 max-sm:hidden" />}
      className={clsx(
        'min-w-0 shrink! grow basis-0 tabular-nums md:max-w-80',
        isShort &&
          'border-warn/60! bg-warn/10! px-2! leading-tight text-balance whitespace-normal! text-warn! hover:bg-warn/16!',
      )}
    >
      {isShort ? words.addBalance(formatNumber(missing)) : isRunning ? words.opening : words.open}
      {!isRunning && !isShort && (
        <span className="inline-flex items-center gap-1.5">
          <DiamondGlyph size={20} />
          {formatNumber(shownPrice(caseDetails.price) * count)}
        </span>
      )}
    </Button>
  );
}
