import type { VersionOdds } from '@karat/contract/fairness';
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { formatNumber } from '#i18n/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { usePercent } from '#ui/use-percent.ts';
import { formatFigure } from './figures.ts';
import { OddsTable } from './odds-table.tsx';
import { ValueLine } from './value-line.tsx';
import { useProofText } from './words/proof-text.ts';

const looks = {
  too_few: { tone: 'neutral', Icon: CircleDashed },
  fits: { tone: 'success', Icon: CircleCheck },
  doubtful: { tone: 'danger', Icon: CircleAlert },
} as const;

/** The summary of a version, visible even while collapsed. */
export function VersionSummary({ odds }: { odds: VersionOdds }) {
  const t = useProofText();
  const { tone, Icon } = looks[odds.verdict];
  return (
    <>
      <Badge tone={tone}>
        <Icon size={14} aria-hidden />
        {t.odds.verdict[odds.verdict]}
      </Badge>
      <span className="text-card text-fg-2 tabular-nums">{t.odds.openings(odds.openings)}</span>
      {odds.isCurrent && <Badge tone="primary">{t.odds.current}</Badge>}
      <Diamonds amount={odds.price} className="text-card" />
    </>
  );
}

/** The table of a version: published odds, observed drops, and the verdict. */
export function VersionTable({ odds }: { odds: VersionOdds }) {
  const t = useProofText();
  return (
    <div className="grid gap-5">
      <Verdict odds={odds} />
      <OddsTable odds={odds} />
      <p className="text-xs text-pretty text-fg-3">
        {t.odds.spreadHint}
        {odds.sandboxOpenings > 0 && ` ${t.odds.bySandbox(odds.sandboxOpenings)}`}
      </p>
      <dl>
        <ValueLine label={t.inputs.caseHash} value={odds.hash} />
      </dl>
    </div>
  );
}

function Verdict({ odds: { verdict, test } }: { odds: VersionOdds }) {
  const t = useProofText();
  const formatPercent = usePercent();
  const { verdictText } = t.odds;
  const words = verdict === 'fits' ? verdictText.fits(formatPercent((test?.p ?? 1) * 100)) : verdictText[verdict];
  return (
    <div>
      <p className="max-w-prose text-pretty text-fg-2">{words}</p>
      {test !== null && (
        <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
          <Figure name={t.odds.chiSquare} value={formatFigure(test.chiSquare)} />
          <Figure name={t.odds.degrees} value={formatNumber(test.degrees)} />
          <Figure name={t.odds.p} value={formatFigure(test.p)} />
        </dl>
      )}
    </div>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-xs text-fg-3">{name}</dt>
      <dd className="font-display text-base font-bold tabular-nums">{value}</dd>
    </div>
  );
}
