import { type Ref, type RefObject, useState } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { Button } from '#ui/button.tsx';
import { MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import type { Prize } from './opening.ts';
import { useOpeningsText } from './words/openings-text.ts';
import { worthOf } from './worth.ts';

const SellAllModal = lazyComponent(async () => (await import('./sell-all-modal.tsx')).SellAllModal);

type SellAllProps = {
  ref: Ref<HTMLButtonElement>;
  prizes: readonly Prize[];
  soldIds: ReadonlySet<number>;
  focusAfterClose: RefObject<HTMLElement | null>;
  className: string;
};

/** Sells the unsold prizes after a confirmation. */
export function SellAll({ ref, prizes, soldIds, focusAfterClose, className }: SellAllProps) {
  const t = useOpeningsText();
  // The confirmation keeps its list, even while the sale removes items from it.
  const [confirmedPrizes, setConfirmedPrizes] = useState<readonly Prize[]>([]);
  const [isConfirming, setConfirming] = useState(false);
  const unsold = prizes.filter(({ id }) => !soldIds.has(id));
  const openConfirmation = () => {
    setConfirmedPrizes(unsold);
    setConfirming(true);
  };
  return (
    <>
      <Button
        ref={ref}
        size="main"
        aria-haspopup="dialog"
        disabled={unsold.length === 0}
        onClick={openConfirmation}
        className={className}
      >
        {unsold.length === 0 ? t.allSold(formatNumber(worthOf(prizes))) : t.sellAll(formatNumber(worthOf(unsold)))}
      </Button>
      <MountWhenOpened isOpen={isConfirming}>
        <SellAllModal
          prizes={confirmedPrizes}
          isOpen={isConfirming}
          focusAfterClose={focusAfterClose}
          onClose={() => setConfirming(false)}
        />
      </MountWhenOpened>
    </>
  );
}
