import { CASE_SORTS, type CaseSort } from '@karat/contract/cases';
import { ArrowDownWideNarrow } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { LazyPanel, lazyComponent } from '#ui/lazy-component.tsx';

const SortPanel = lazyComponent(async () => (await import('./sort-panel.tsx')).SortPanel);

/** A button with the current sort order, which opens a menu of the others. */
export function SortMenu({ sort, onChoose }: { sort: CaseSort; onChoose: (sort: CaseSort) => void }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const labels: Readonly<Record<CaseSort, string>> = {
    highest: t.sort.highestPrice,
    lowest: t.sort.lowestPrice,
    newest: t.sort.newest,
    oldest: t.sort.oldest,
  };
  const trigger = (
    <Button
      icon={<ArrowDownWideNarrow size={18} aria-hidden />}
      aria-label={`${t.sort.label}: ${labels[sort]}`}
      className="max-sm:grow"
    >
      {labels[sort]}
    </Button>
  );
  return (
    <LazyPanel isOpen={isOpen} popup="menu" trigger={trigger} onOpen={() => setOpen(true)}>
      <SortPanel
        trigger={trigger}
        isOpen={isOpen}
        onOpenChange={setOpen}
        sort={sort}
        choices={CASE_SORTS.map((value) => ({ value, label: labels[value] }))}
        onChoose={onChoose}
      />
    </LazyPanel>
  );
}
