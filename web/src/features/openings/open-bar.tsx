import type { CaseDetails } from '@karat/contract/cases';
import clsx from 'clsx';
import { SkipForward, Volume2, VolumeX, WalletMinimal, Zap } from 'lucide-react';
import { setModalState } from '#core/modals.ts';
import { setPreference, usePreferences } from '#core/preferences.ts';
import { formatNumber } from '#i18n/format.ts';
import { Button } from '#ui/button.tsx';
import { DiamondGlyph } from '#ui/diamonds.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { isMotionReduced } from '#ui/spin.ts';
import { CountPicker } from './count-picker.tsx';
import { type Opening, isRunning, skipSpin } from './opening.ts';
import type { Spending } from './spending.ts';
import { useOpeningsText } from './words/openings-text.ts';

/** The bar under the stage. On a phone it is fixed above the bottom bar, and as high in every state. */
export const barClass =
  'case-bar mt-4 flex flex-wrap items-center gap-2 md:flex-nowrap md:gap-2.5 max-md:fixed max-md:inset-x-0 max-md:bottom-bottom-bar max-md:z-30 max-md:mt-0 max-md:border-t max-md:border-line max-md:bg-bg-1 max-md:px-3 max-md:py-2.5 low:static';

type OpenBarProps = {
  caseDetails: CaseDetails;
  opening: Opening;
  spending: Spending;
  /** The button was pressed, and waits until the session is known. */
  isWaiting: boolean;
  onCount: (count: number) => void;
  onOpen: () => void;
};

/** Two switches, the count and the Open button; while the strip moves, also Skip. */
export function OpenBar({ caseDetails, opening, spending, isWaiting, onCount, onOpen }: OpenBarProps) {
  const words = useOpeningsText();
  const { isFast, isMuted } = usePreferences();
  return (
    <div className={barClass}>
      <IconButton
        label={words.sound}
        aria-pressed={!isMuted}
        title={words.sound}
        onClick={() => setPreference({ isMuted: !isMuted })}
        className="size-11! rounded-lg! aria-pressed:text-primary md:size-13!"
      >
        {isMuted ? <VolumeX size={20} aria-hidden /> : <Volume2 size={20} aria-hidden />}
      </IconButton>
      <IconButton
        label={words.fastOpen}
        aria-pressed={isFast}
        title={words.fastOpen}
        onClick={() => setPreference({ isFast: !isFast })}
        className="size-11! rounded-lg! aria-pressed:border-primary/60 aria-pressed:text-primary md:size-13!"
      >
        <Zap size={20} aria-hidden className={clsx(isFast && 'fill-current')} />
      </IconButton>
      <CountPicker
        count={spending.count}
        payableCount={spending.payableCount}
        isDisabled={isRunning(opening) || isWaiting}
        onCount={onCount}
      />
      <div className="flex min-w-0 grow gap-2 max-md:basis-full md:gap-2.5">
        <SpendButton
          label={words.open}
          spending={spending}
          isPrimary
          isRunning={isRunning(opening) || isWaiting}
          isDisabled={caseDetails.isPaused}
          onOpen={onOpen}
          className="grow"
        />
        <SkipButton opening={opening} />
      </div>
    </div>
  );
}

type SpendButtonProps = {
  label: string;
  spending: Spending;
  isPrimary?: boolean;
  /** The opening runs: the button keeps its focus and ignores clicks. */
  isRunning?: boolean;
  isDisabled: boolean;
  onOpen: () => void;
  className: string;
};

/** A button that opens for a price, or leads to adding balance if there is too little. */
export function SpendButton(props: SpendButtonProps) {
  const { label, spending, isPrimary = false, isRunning: isBusy = false, isDisabled, onOpen, className } = props;
  const words = useOpeningsText();
  const isShort = spending.missing > 0;
  const press = isBusy ? undefined : isShort ? () => setModalState('isBalanceOpen', true) : onOpen;
  return (
    <Button
      variant={isPrimary && !isShort && !isBusy ? 'primary' : 'secondary'}
      size="main"
      disabled={isDisabled}
      aria-disabled={isBusy || undefined}
      aria-haspopup={isShort ? 'dialog' : undefined}
      onClick={press}
      icon={isShort && <WalletMinimal size={20} aria-hidden className="shrink-0 max-sm:hidden" />}
      className={clsx(
        'min-w-0 shrink! px-2! leading-tight tabular-nums',
        isShort && 'border-warn/60! bg-warn/10! text-balance whitespace-normal! text-warn! hover:bg-warn/16!',
        className,
      )}
    >
      {isBusy ? words.opening : isShort ? words.addBalance(formatNumber(spending.missing)) : label}
      {!isBusy && !isShort && (
        <span className="inline-flex items-center gap-1.5">
          <DiamondGlyph size={18} className={clsx(!isPrimary && 'text-primary')} />
          {formatNumber(spending.cost)}
        </span>
      )}
    </Button>
  );
}

/** Keeps its place from the click to the result, so that the button beside it does not change its size. */
function SkipButton({ opening }: { opening: Opening }) {
  const words = useOpeningsText();
  const isFast = usePreferences((preferences) => preferences.isFast);
  if (!isRunning(opening) || isFast || isMotionReduced()) return null;
  const canSkip = opening.phase === 'lifting' || opening.phase === 'spinning';
  return (
    <Button
      size="main"
      onClick={skipSpin}
      style={canSkip ? undefined : { visibility: 'hidden' }}
      icon={<SkipForward size={18} aria-hidden />}
      className="px-4! md:px-6! lg:max-xl:px-3!"
    >
      {words.skip}
    </Button>
  );
}
