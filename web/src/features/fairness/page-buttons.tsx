import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { useProofText } from './words/proof-text.ts';

type PageButtonsProps = { page: number; count: number; onStep: (step: 1 | -1) => void };

/** Newer and older. Not links: lists in a modal or in part of a page have no URL. */
export function PageButtons({ page, count, onStep }: PageButtonsProps) {
  const t = useProofText();
  if (count <= 1) return null;
  return (
    <div className="mt-3 flex items-center justify-center gap-4">
      <Button
        size="dense"
        disabled={page === 1}
        icon={<ChevronLeft size={16} aria-hidden />}
        onClick={() => onStep(-1)}
      >
        {t.rolls.newer}
      </Button>
      <span className="text-fg-3 tabular-nums">{t.rolls.place(page, count)}</span>
      <Button size="dense" disabled={page >= count} onClick={() => onStep(1)}>
        {t.rolls.older}
        <ChevronRight size={16} aria-hidden />
      </Button>
    </div>
  );
}
