import type { VersionOdds } from '@karat/contract/fairness';
import clsx from 'clsx';
import { Calculator, Check, Download, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { type Recount, compare } from './recount.ts';
import { Section } from './section.tsx';
import { type RecountState, rollsCsvAddress } from './use-recount.ts';
import { useProofText } from './words/proof-text.ts';

type RecountPanelProps = {
  caseName: string;
  versions: readonly VersionOdds[];
  state: RecountState;
  onStart: () => void;
  onCancel: () => void;
};

/** Lets visitors recount in the browser, or download the file for their own program. */
export function RecountPanel({ caseName, versions, state, onStart, onCancel }: RecountPanelProps) {
  const site = useText();
  const { odds } = useProofText();
  const total = versions.reduce((sum, { openings }) => sum + openings, 0);
  return (
    <Section title={odds.recomputeTitle} text={odds.recomputeText}>
      <div className="flex flex-wrap gap-3">
        <Button isPending={state.phase === 'running'} icon={<Calculator size={18} aria-hidden />} onClick={onStart}>
          {odds.recompute}
        </Button>
        {state.phase === 'running' && <Button onClick={onCancel}>{site.common.cancel}</Button>}
        <a href={rollsCsvAddress(caseName)} download className={buttonClass({ variant: 'quiet' })}>
          <Download size={18} aria-hidden />
          {odds.csv}
        </a>
      </div>
      {state.phase === 'running' && <Progress done={state.rolls} total={Math.max(total, state.rolls)} />}
      <div role="status">
        {state.phase === 'done' && <Outcome versions={versions} result={state.result} />}
        {state.phase === 'failed' && <p className="mt-4 text-danger">{odds.failed}</p>}
      </div>
    </Section>
  );
}

function Progress({ done, total }: { done: number; total: number }) {
  const t = useProofText();
  return <ProgressBar done={done} total={total} words={t.odds.running(formatNumber(done), formatNumber(total))} />;
}

function Outcome({ versions, result }: { versions: readonly VersionOdds[]; result: Recount }) {
  const t = useProofText();
  const { rolls, fitting, wrong, wrongHandles, repeated } = result;
  const { isSame, newer } = compare(versions, result);
  return (
    <ul className="mt-4 grid gap-2">
      <Line isRight={isSame}>
        {t.odds.recounted(rolls)} {!isSame ? t.odds.differs : newer > 0 ? t.odds.more(newer) : t.odds.same}
      </Line>
      <Line isRight={wrong === 0}>
        {wrong === 0 ? t.odds.fitting(fitting) : `${t.odds.wrong(wrong)} ${wrongHandles.join(', ')}`}
      </Line>
      <Line isRight={repeated === 0}>{repeated === 0 ? t.odds.noneListedTwice : t.odds.listedTwice(repeated)}</Line>
    </ul>
  );
}

function Line({ isRight, children }: { isRight: boolean; children: ReactNode }) {
  const Icon = isRight ? Check : X;
  return (
    <li data-state={isRight ? 'right' : 'wrong'} className={clsx('flex gap-2', !isRight && 'text-danger')}>
      <Icon
        size={18}
        strokeWidth={2.5}
        aria-hidden
        className={clsx('mt-px shrink-0', isRight ? 'text-success' : 'text-danger')}
      />
      <span className="text-pretty wrap-anywhere">{children}</span>
    </li>
  );
}
