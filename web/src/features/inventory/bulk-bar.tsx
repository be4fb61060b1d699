import { X } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useInventoryText } from './words/inventory-text.ts';

type BulkBarProps = { count: number; price: number; isSelling: boolean; onSell: () => void; onClear: () => void };

/** The number of selected items and their price, always visible while something is selected. */
export function BulkBar({ count, price, isSelling, onSell, onClear }: BulkBarProps) {
  const t = useInventoryText();
  return (
    <section
      aria-label={t.bulkLabel}
      className="pop-surface sticky bottom-[calc(var(--bottom-bar)+0.75rem)] z-20 mt-5 flex items-center gap-2 py-2 pr-2 pl-3 sm:gap-3 sm:pl-4"
    >
      <IconButton variant="bare" className="-ml-1.5" label={t.clearSelection} onClick={onClear}>
        <X size={18} aria-hidden />
      </IconButton>
      <p aria-live="polite" className="mr-auto flex min-w-0 flex-wrap items-center gap-x-1.5 font-semibold">
        <span className="whitespace-nowrap">{t.selected(count)}</span>
        <span aria-hidden className="text-fg-3">
          ·
        </span>
        <Diamonds amount={price} />
      </p>
      <Button variant="primary" isPending={isSelling} onClick={onSell}>
        {t.sellSelected}
      </Button>
    </section>
  );
}
