import type { CaseDetails } from '@karat/contract/cases';
import { pages } from '@karat/contract/pages';
import clsx from 'clsx';
import { ChartNoAxesColumn, ChevronDown, ShieldCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { Link, generatePath } from 'react-router';
import { setModalState } from '#core/modals.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { usePercent } from '#ui/use-percent.ts';
import { useOpeningsText } from './words/openings-text.ts';

/** What players can check before they pay: one line, which unfolds. */
export function Facts({ caseDetails }: { caseDetails: CaseDetails }) {
  const words = useOpeningsText();
  const formatPercent = usePercent();
  const [isUnfolded, setUnfolded] = useState(false);
  const id = useId();
  return (
    <div className="mt-1 text-card text-fg-2">
      <button
        type="button"
        aria-expanded={isUnfolded}
        aria-controls={id}
        onClick={() => setUnfolded(!isUnfolded)}
        className="mx-auto flex min-h-11 items-center gap-2 rounded-sm px-2 text-center transition-colors duration-140 hover:text-fg"
      >
        <ShieldCheck size={16} aria-hidden className="shrink-0 text-success" />
        <span className="tabular-nums">{words.facts(formatPercent(caseDetails.houseEdge))}</span>
        <ChevronDown size={16} aria-hidden className={clsx('motion-chevron shrink-0', isUnfolded && 'rotate-180')} />
      </button>
      <div id={id} hidden={!isUnfolded} className="motion-line mx-auto max-w-3xl surface px-4 py-3 text-xs">
        {isUnfolded && <FactList caseDetails={caseDetails} />}
      </div>
    </div>
  );
}

const linkClass =
  'hit-area inline-flex min-h-8 items-center gap-1.5 rounded-sm font-semibold text-fg-2 underline decoration-line underline-offset-4 hover:text-fg';

function FactList({ caseDetails }: { caseDetails: CaseDetails }) {
  const words = useOpeningsText();
  const formatPercent = usePercent();
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-5 gap-y-1">
      <span className="text-center tabular-nums">
        {words.edges(formatPercent(caseDetails.houseEdge), formatPercent(caseDetails.withdrawalEdge))}
      </span>
      <span className="tabular-nums">{words.returns(formatPercent(100 - caseDetails.houseEdge))}</span>
      <button type="button" onClick={() => setModalState('isProvablyFairOpen', true)} className={linkClass}>
        <ShieldCheck size={16} aria-hidden className="text-success" />
        {words.provablyFair}
      </button>
      <Link to={generatePath(pages.caseOdds, { caseName: caseDetails.name })} className={linkClass}>
        <ChartNoAxesColumn size={16} aria-hidden />
        {words.odds}
      </Link>
      <span className="flex min-w-0 items-center gap-1.5">
        {words.hash}
        <code className="font-mono text-fg-3" title={caseDetails.hash}>
          {caseDetails.hash.slice(0, 12)}…
        </code>
        <CopyButton text={caseDetails.hash} />
      </span>
      <p className="w-full text-center text-pretty">{words.returnsOn}</p>
    </div>
  );
}
