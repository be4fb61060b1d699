import type { CaseDetails } from '@karat/contract/cases';
import clsx from 'clsx';
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { useIsOff } from '#features/switches/switches.tsx';
import { canTakeFocus } from './focus.ts';
import { SpendButton, barClass } from './open-bar.tsx';
import type { Opening } from './opening.ts';
import { InventoryLink } from './prize-view.tsx';
import { SellButton } from './sell-button.tsx';
import { SellAll } from './sell-all.tsx';
import type { Spending } from './spending.ts';
import { useOpeningsText } from './words/openings-text.ts';

/** The time after a result in which keys neither sell nor open: they were meant for what was there before. */
const KEY_REST_MS = 2_000;

type ResultBarProps = {
  caseDetails: CaseDetails;
  opening: Extract<Opening, { phase: 'revealed' }>;
  spending: Spending;
  onOpen: () => void;
  stageRef: RefObject<HTMLElement | null>;
};

/** After a result: sell it or open again. Several prizes are also seen in the inventory from here, a single one from the stage. */
export function ResultBar({ caseDetails, opening, spending, onOpen, stageRef }: ResultBarProps) {
  const words = useOpeningsText();
  const isOff = useIsOff('case');
  const { prizes, soldIds } = opening;
  const [single, ...others] = prizes;
  const sellRef = useRef<HTMLButtonElement>(null);
  const rest = useKeyRest();
  useFocusOnReveal(sellRef);
  return (
    <div
      {...rest}
      className={clsx(
        barClass,
        'md:sticky md:bottom-3 md:z-20 md:rounded-lg md:bg-bg-0 md:shadow-[0_0_0_8px_var(--color-bg-0)] low:static',
      )}
    >
      {others.length > 0 && (
        <span className="grid h-11 place-items-center max-md:order-last max-md:basis-full md:w-38 md:shrink-0">
          {prizes.some(({ id }) => !soldIds.has(id)) && <InventoryLink className="h-11 px-2 text-sm" />}
        </span>
      )}
      {others.length === 0 && single !== undefined ? (
        <SellButton
          ref={sellRef}
          prize={single}
          isSold={soldIds.has(single.id)}
          size="main"
          className={resultButtonClass}
        />
      ) : (
        <SellAll
          ref={sellRef}
          prizes={prizes}
          soldIds={soldIds}
          focusAfterClose={stageRef}
          className={resultButtonClass}
        />
      )}
      <SpendButton
        label={words.openAgain}
        spending={spending}
        isDisabled={caseDetails.isPaused || isOff}
        onOpen={onOpen}
        className={clsx('grow basis-0', fitClass)}
      />
    </div>
  );
}

/** On a phone a price of six digits fits in the same line as the words. */
const fitClass = 'flex-wrap gap-x-2! gap-y-0! max-md:gap-x-1.5! max-md:px-1! max-md:text-card! max-md:tracking-normal!';
const resultButtonClass = clsx(
  'min-w-0 shrink! grow basis-0 border-line-input! px-2! leading-tight tabular-nums',
  fitClass,
);

/** Ignores a key that is held down, and keys right after the result. */
function useKeyRest() {
  const revealedAt = useRef(0);
  useEffect(() => {
    revealedAt.current = Date.now();
  }, []);
  return {
    onKeyDownCapture: (event: KeyboardEvent) => {
      if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      const isByKey = event.detail === 0;
      if (!isByKey || Date.now() - revealedAt.current >= KEY_REST_MS) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/** Focuses the button that sells, unless the player is typing elsewhere. */
function useFocusOnReveal(buttonRef: RefObject<HTMLButtonElement | null>): void {
  useEffect(() => {
    if (canTakeFocus('[data-open-button], [data-open-button] *')) buttonRef.current?.focus({ preventScroll: true });
  }, [buttonRef]);
}
