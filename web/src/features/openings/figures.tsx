import clsx from 'clsx';
import { ArrowRight } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { useCounter } from '#ui/counter.ts';
import { DiamondGlyph, Diamonds } from '#ui/diamonds.tsx';
import { useOpeningsText } from './words/openings-text.ts';

type FiguresProps = { paid: number; worth: number; worthLabel: string };

/** What was paid and what came of it, side by side. */
export function Figures({ paid, worth, worthLabel }: FiguresProps) {
  const t = useOpeningsText();
  return (
    <dl className="flex min-w-0 items-center gap-2.5 text-sm leading-tight">
      <Figure label={t.paid}>
        <Diamonds amount={paid} />
      </Figure>
      <ArrowRight size={16} aria-hidden className="shrink-0 text-fg-3" />
      <Figure label={worthLabel}>
        <Diamonds amount={worth} />
      </Figure>
    </dl>
  );
}

type LargeFiguresProps = { paid: number; worth: number; isGain: boolean; countDelayMs: number };

/** The same for a single prize: the value is large, and counts up only if it is a gain. */
export function LargeFigures({ paid, worth, isGain, countDelayMs }: LargeFiguresProps) {
  const t = useOpeningsText();
  return (
    <dl className="flex min-w-0 items-end gap-3 max-md:justify-center">
      <Figure label={t.paid}>
        <Diamonds amount={paid} className="h-8 text-base" />
      </Figure>
      <ArrowRight size={18} aria-hidden className="mb-2 shrink-0 text-fg-3" />
      <Figure label={t.worth}>
        {isGain ? <CountUp from={paid} to={worth} delayMs={countDelayMs} /> : <Value shown={worth} amount={worth} />}
      </Figure>
    </dl>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="truncate text-2xs text-fg-3">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function CountUp({ from, to, delayMs }: { from: number; to: number; delayMs: number }) {
  const [target, setTarget] = useState(from);
  useEffect(() => {
    const timer = setTimeout(() => setTarget(to), delayMs);
    return () => clearTimeout(timer);
  }, [to, delayMs]);
  return <Value shown={useCounter(target)} amount={to} isBright />;
}

/** Screen readers get the final amount. */
function Value({ shown, amount, isBright = false }: { shown: number; amount: number; isBright?: boolean }) {
  const t = useText();
  return (
    <span
      className={clsx(
        'inline-flex h-8 items-center gap-2 font-display text-[1.625rem] font-bold whitespace-nowrap tabular-nums',
        isBright ? 'text-fg' : 'text-fg-2',
      )}
    >
      <DiamondGlyph size={22} className="text-primary" />
      <span aria-hidden>{formatNumber(shown)}</span>
      <span className="sr-only">{t.common.diamonds(amount)}</span>
    </span>
  );
}
