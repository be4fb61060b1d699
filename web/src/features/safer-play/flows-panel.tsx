import { pages } from '@karat/contract/pages';
import type { Flows } from '@karat/contract/safer-play';
import { TRANSACTIONS_CSV_PATH } from '@karat/contract/wallet';
import clsx from 'clsx';
import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { ButtonLink, buttonClass } from '#ui/button.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { NetResult } from './net-result.tsx';
import { Panel } from './panel.tsx';
import { useSaferPlayText } from './words/safer-play-text.ts';

/** Deposits, withdrawals, wagers and net result over a chosen period. */
export function FlowsPanel({ flows }: { flows: readonly Flows[] }) {
  const { flows: t } = useSaferPlayText();
  const [index, setIndex] = useState(0);
  const shown = flows[index] ?? flows[0];
  return (
    <Panel title={t.title} text={t.text}>
      <Periods flows={flows} index={index} onChoose={setIndex} />
      {shown && (
        <dl aria-live="polite" className="mt-4 grid grid-cols-2 gap-3 @xl:grid-cols-4">
          <Figure label={t.deposited} amount={shown.deposited} />
          <Figure label={t.withdrawn} amount={shown.withdrawn} />
          <Figure label={t.wagered} amount={shown.wagered} />
          <div className="rounded-md bg-bg-2 px-3 py-2.5">
            <dt className="text-xs text-fg-2">{t.net}</dt>
            <dd className="mt-1 text-base">
              <NetResult net={shown.net} />
            </dd>
          </div>
        </dl>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink to={`${pages.profile}#balance-history`}>{t.ledger}</ButtonLink>
        <a href={TRANSACTIONS_CSV_PATH} download className={buttonClass()}>
          <Download size={18} aria-hidden />
          {t.csv}
        </a>
      </div>
    </Panel>
  );
}

function Figure({ label, amount }: { label: string; amount: number }) {
  return (
    <div className="rounded-md bg-bg-2 px-3 py-2.5">
      <dt className="text-xs text-fg-2">{label}</dt>
      <dd className="mt-1 text-base">
        <Diamonds amount={amount} />
      </dd>
    </div>
  );
}

type PeriodsProps = { flows: readonly Flows[]; index: number; onChoose: (index: number) => void };

function Periods({ flows, index, onChoose }: PeriodsProps) {
  const { flows: t } = useSaferPlayText();
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{t.period}</legend>
      <div className="inline-flex max-w-full flex-wrap rounded-md border border-line bg-bg-1 p-1">
        {flows.map(({ days }, each) => (
          <label
            key={days ?? 'all'}
            className={clsx(
              'grid h-11 cursor-pointer place-items-center rounded-sm px-3 text-card font-semibold text-fg-2 tabular-nums transition-colors duration-140 hover:text-fg md:h-9',
              'has-checked:bg-primary/14 has-checked:text-primary has-focus-visible:outline-2 has-focus-visible:outline-primary',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={each === index}
              onChange={() => onChoose(each)}
              className="sr-only"
            />
            {days === null ? t.allTime : t.days(days)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
