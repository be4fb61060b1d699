import { Check, X } from 'lucide-react';
import { useSaferPlayText } from './words/safer-play-text.ts';

type ListProps = { title: string; lines: readonly string[]; mark: 'yes' | 'no' };

/** A list with a heading, each line marked as allowed or not. */
export function MarkedList({ title, lines, mark }: ListProps) {
  const Icon = mark === 'yes' ? Check : X;
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1.5 space-y-1.5 text-fg-2">
        {lines.map((line) => (
          <li key={line} className="flex gap-2">
            <Icon
              size={16}
              aria-hidden
              className={mark === 'yes' ? 'mt-0.5 shrink-0 text-success' : 'mt-0.5 shrink-0 text-fg-3'}
            />
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Lists what a break or exclusion blocks, and what still works. */
export function StopRules() {
  const { rules: t } = useSaferPlayText();
  return (
    <div className="grid gap-4 rounded-md bg-bg-2 p-4 sm:grid-cols-2">
      <MarkedList title={t.wont} lines={Object.values(t.wontList)} mark="no" />
      <MarkedList title={t.will} lines={Object.values(t.willList)} mark="yes" />
    </div>
  );
}
