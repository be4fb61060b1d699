import type { AdminCase } from '@karat/contract/cases';
import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import { shownPrice } from '@karat/rules/cases';
import { Pause, Pencil, Play } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { usePercent } from '#ui/use-percent.ts';
import { AdminPauseModal } from './admin-pause-modal.tsx';
import { shownEdge } from './draft.ts';
import { useAdminText } from './words/admin-text.ts';
import { useCasesText } from './words/cases-text.ts';

type CaseGridProps = { cases: readonly AdminCase[]; toEdit: (id: number) => string };

/** The cases as players see them, with price and house edges for staff. */
export function CaseGrid({ cases, toEdit }: CaseGridProps) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(9.25rem,1fr))] gap-3">
      {cases.map((caseInfo) => (
        <li key={caseInfo.id}>
          <CaseCard caseInfo={caseInfo} toEdit={toEdit(caseInfo.id)} />
        </li>
      ))}
    </ul>
  );
}

function CaseCard({ caseInfo, toEdit }: { caseInfo: AdminCase; toEdit: string }) {
  const t = useCasesText();
  const words = useAdminText();
  return (
    <article className="flex h-full flex-col surface p-3">
      <Link
        to={fillPath(pages.case, { caseName: caseInfo.name })}
        aria-label={words.cases.openCase(caseInfo.name)}
        className="group relative isolate block overflow-hidden rounded-sm"
      >
        <ItemPicture src={caseInfo.image} sizes="180px" className="w-full" />
        <span
          aria-hidden
          className="absolute inset-0 grid place-items-center bg-bg-0/60 font-display text-base font-bold tracking-wide text-primary opacity-0 transition-opacity duration-140 group-hover:opacity-100 group-focus-visible:opacity-100"
        >
          {t.open}
        </span>
      </Link>
      <h2 className="mt-2 text-card font-semibold text-pretty">{caseInfo.name}</h2>
      <Diamonds amount={shownPrice(caseInfo.price)} className="mt-1" />
      <Edges caseInfo={caseInfo} />
      {caseInfo.isPaused && (
        <div className="mt-2 space-y-1">
          <Badge tone="warn">{words.cases.paused}</Badge>
          <p className="text-xs text-pretty text-fg-2">{words.cases.pausedHint}</p>
        </div>
      )}
      <div className="mt-auto space-y-2 pt-3">
        <PauseButton caseInfo={caseInfo} />
        <ButtonLink
          to={toEdit}
          preventScrollReset
          size="dense"
          aria-label={words.cases.editCase(caseInfo.name)}
          icon={<Pencil size={16} aria-hidden className="text-fg-3" />}
          className="w-full"
        >
          {words.cases.edit}
        </ButtonLink>
      </div>
    </article>
  );
}

function PauseButton({ caseInfo }: { caseInfo: AdminCase }) {
  const { cases: words } = useAdminText();
  const [isAsking, setAsking] = useState(false);
  const { name, isPaused } = caseInfo;
  const Icon = isPaused ? Play : Pause;
  return (
    <>
      <Button
        size="dense"
        aria-label={isPaused ? words.resumeCase(name) : words.pauseCase(name)}
        icon={<Icon size={16} aria-hidden className="text-fg-3" />}
        className="w-full"
        onClick={() => setAsking(true)}
      >
        {isPaused ? words.resume : words.pause}
      </Button>
      {isAsking && <AdminPauseModal caseInfo={caseInfo} onClose={() => setAsking(false)} />}
    </>
  );
}

function Edges({ caseInfo: { houseEdge, withdrawalEdge } }: { caseInfo: AdminCase }) {
  const { cases: t } = useAdminText();
  const formatPercent = usePercent();
  return (
    <div className="mt-1 text-2xs text-fg-3">
      <p>{t.houseEdge}</p>
      <dl className="tabular-nums">
        <div className="flex flex-row-reverse flex-wrap justify-end gap-x-1">
          <dt>{t.whenSoldBack}</dt>
          <dd className="text-fg-2">{formatPercent(shownEdge(houseEdge))}</dd>
        </div>
        <div className="flex flex-row-reverse flex-wrap justify-end gap-x-1">
          <dt>{t.whenWithdrawn}</dt>
          <dd className={withdrawalEdge < 0 ? 'text-warn' : 'text-fg-2'}>
            {formatPercent(shownEdge(withdrawalEdge, 0))}
          </dd>
        </div>
      </dl>
    </div>
  );
}
