import { fillPath } from '@karat/contract/endpoint';
import type { VersionOdds } from '@karat/contract/fairness';
import { pages } from '@karat/contract/pages';
import type { CaseOdds } from '@karat/rules/statistics';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useParams } from 'react-router';
import { useText } from '#i18n/i18n.ts';
import { ButtonLink } from '#ui/button.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { NotFoundView } from '#ui/views.tsx';
import { oddsQuery } from './queries.ts';
import { RecountPanel } from './recount-panel.tsx';
import { Section } from './section.tsx';
import { useRecount } from './use-recount.ts';
import { VersionSummary, VersionTable } from './version-odds.tsx';
import { useProofText } from './words/proof-text.ts';

/** Published and observed drop rates of a case, version by version, public. */
export function OddsPage() {
  const { caseName = '' } = useParams();
  const site = useText();
  const t = useProofText();
  const missing = (
    <NotFoundView
      title={t.odds.missing}
      text={site.cases.missingHint}
      backLink={{ to: pages.cases, label: site.cases.goBack }}
    />
  );
  return (
    <>
      <PageHeading title={site.fairness.odds(caseName)} lead={t.odds.lead}>
        <ButtonLink to={fillPath(pages.case, { caseName })}>{t.odds.back}</ButtonLink>
      </PageHeading>
      <QueryView query={useQuery(oddsQuery(caseName))} loading={<OddsSkeleton />} notFound={missing}>
        {({ versions }) => <OddsView key={caseName} caseName={caseName} versions={versions} />}
      </QueryView>
    </>
  );
}

type OddsViewProps = { caseName: string; versions: readonly VersionOdds[] };

function OddsView({ caseName, versions }: OddsViewProps) {
  const t = useProofText();
  const recounting = useRecount({ caseName, versions });
  const { state } = recounting;
  // The local count replaces the server's count.
  const shown = state.phase === 'done' ? versions.map((each) => recounted(each, state.result.odds)) : versions;
  return (
    <div className="grid gap-5">
      {shown.map((odds) => (
        <Version key={odds.hash} odds={odds} />
      ))}
      <RecountPanel
        caseName={caseName}
        versions={versions}
        state={state}
        onStart={recounting.start}
        onCancel={recounting.cancel}
      />
      <Section title={t.odds.privacyTitle}>
        <p className="max-w-prose text-pretty text-fg-2">{t.odds.privacyText}</p>
      </Section>
    </div>
  );
}

function recounted(version: VersionOdds, odds: ReadonlyMap<string, CaseOdds>): VersionOdds {
  const oddsOfVersion = odds.get(version.hash);
  if (oddsOfVersion === undefined) return version;
  const known = new Map(version.items.map((item) => [item.itemId, item]));
  const unknown = (itemId: number) => ({ market_hash_name: `#${itemId}`, image: '', skinRarity: '' });
  return {
    ...version,
    ...oddsOfVersion,
    items: oddsOfVersion.items.map((item) => ({ ...(known.get(item.itemId) ?? unknown(item.itemId)), ...item })),
  };
}

/** The current version is expanded; older ones are collapsed under their verdict. */
function Version({ odds }: { odds: VersionOdds }) {
  const t = useProofText();
  if (odds.isCurrent) {
    return (
      <Section title={t.odds.version(odds.version)} beside={<VersionSummary odds={odds} />}>
        <VersionTable odds={odds} />
      </Section>
    );
  }
  return (
    <details className="group surface">
      <summary className="flex min-h-14 list-none flex-wrap items-center gap-x-3 gap-y-1 rounded-lg px-4 py-3 hover:bg-bg-2 md:px-5 [&::-webkit-details-marker]:hidden">
        <span className="font-display text-base font-bold">{t.odds.version(odds.version)}</span>
        <VersionSummary odds={odds} />
        <ChevronDown size={18} aria-hidden className="ml-auto shrink-0 text-fg-3 group-open:rotate-180" />
      </summary>
      <div className="px-4 pt-1 pb-4 md:px-5 md:pb-5">
        <VersionTable odds={odds} />
      </div>
    </details>
  );
}

function OddsSkeleton() {
  return (
    <Skeleton>
      <div className="grid gap-5">
        <SkeletonBlock className="h-140 rounded-lg" />
        <SkeletonBlock className="h-40 rounded-lg" />
      </div>
    </Skeleton>
  );
}
