import { type RefObject, useState } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { Button } from '#ui/button.tsx';
import { MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import type { Prize } from './opening.ts';
import { useOpeningsText } from './words/openings-text.ts';
import { worthOf } from './worth.ts';

const SellAllModal = lazyComponent(async () => (await import('./sell-all-modal.tsx')).SellAllModal);

type SellAllProps = {
  prizes: readonly Prize[];
  soldIds: ReadonlySet<number>;
  focusAfterClose: RefObject<HTMLElement | null>;
};

/** Sells the unsold prizes after a confirmation. */
export function SellAll({ prizes, soldIds, focusAfterClose }: SellAllProps) {
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
        size="main"
        aria-haspopup="dialog"
        disabled={unsold.length === 0}
        onClick={openConfirmation}
        className="min-w-0 shrink! grow border-line-input! px-3! tabular-nums max-md:order-first max-md:h-11! max-md:basis-full md:max-w-80 md:basis-0"
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
