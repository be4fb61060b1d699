import { pages } from '@karat/contract/pages';
import type { ProvenRound } from '@karat/contract/roulette';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { Download, LockKeyhole, Undo2 } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { useLiveEvent } from '#core/socket.ts';
import { useRound } from '#features/roulette/roulette.ts';
import { useText } from '#i18n/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink, buttonClass } from '#ui/button.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { TableTime } from '#ui/time.tsx';
import { NotFoundView } from '#ui/views.tsx';
import { ChainPanel, NeighbourLinks } from './chain-panel.tsx';
import { roundQuery } from './queries.ts';
import { reportOfRound } from './report.ts';
import { colorTile } from './round-chip.tsx';
import { Section } from './section.tsx';
import { CheckList } from './check-list.tsx';
import { ValueLine } from './value-line.tsx';
import { verifierUrl } from './verifier-url.ts';
import { useProofText } from './words/proof-text.ts';

const ROUND_ID = /^[1-9]\d{0,14}$/;

/** One round with all its data, under its permanent public URL. */
export function RoundPage() {
  const { roundId = '' } = useParams();
  if (!ROUND_ID.test(roundId)) return <MissingRound />;
  return <FoundRound key={roundId} id={Number(roundId)} />;
}

function FoundRound({ id }: { id: number }) {
  useFreshRound(id);
  return (
    <QueryView query={useQuery(roundQuery(id))} loading={<RoundSkeleton />} notFound={<MissingRound />}>
      {(round) => <RoundView round={round} />}
    </QueryView>
  );
}

/** Fetches an open round again on each change, and after a reconnect. */
function useFreshRound(id: number): void {
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: roundQuery(id).queryKey });
  useLiveEvent('ROULETTE_ROUND', ({ round }) => round.id === id && refresh(), refresh);
}

function MissingRound() {
  const site = useText();
  const { round: t } = useProofText();
  return (
    <NotFoundView title={t.missing} text={t.missingHint} backLink={{ to: pages.fair, label: site.fairness.title }} />
  );
}

function RoundView({ round }: { round: ProvenRound }) {
  const site = useText();
  const t = useProofText();
  const current = useRound();
  return (
    <div className="@container max-w-240">
      <PageHeading title={site.fairness.round(`#${round.id}`)}>
        <div className="flex grow flex-wrap gap-3 *:grow sm:grow-0">
          <ButtonLink to={verifierUrl(round)}>{t.round.verifier}</ButtonLink>
          <DownloadLink round={round} />
        </div>
      </PageHeading>
      <div className="grid gap-5">
        <NeighbourLinks id={round.id} isLast={!current || current.id <= round.id} />
        <div className="grid gap-5 @2xl:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]">
          <Outcome round={round} />
          {round.state === 'REFUNDED' && round.seed === null ? (
            <RefundNote round={round} />
          ) : (
            <Section title={t.round.checks} text={t.round.checksHint}>
              <div role="status">
                <CheckList report={reportOfRound(t, round)} />
              </div>
              {round.seed === null && <SecretNote />}
            </Section>
          )}
        </div>
        <Inputs round={round} />
        <ChainPanel round={round} />
      </div>
    </div>
  );
}

function Outcome({ round }: { round: ProvenRound }) {
  const site = useText();
  const { round: t } = useProofText();
  const { winnerNumber, winnerColor, state } = round;
  return (
    <article className="flex flex-col items-center justify-center surface p-5 text-center">
      <span
        aria-hidden
        className={clsx(
          'grid size-28 place-items-center rounded-lg font-display text-5xl font-bold tabular-nums',
          winnerColor === null ? 'border border-dashed border-line-input text-fg-3' : colorTile[winnerColor],
        )}
      >
        {winnerNumber ?? '?'}
      </span>
      <h2 className="mt-4 text-base font-semibold">
        {winnerNumber === null || winnerColor === null
          ? t.secretNumber
          : `${t.drawn}: ${winnerNumber}, ${t.colors[winnerColor]}`}
      </h2>
      <div className="mt-2">
        <Badge tone={state === 'REFUNDED' ? 'warn' : state === 'SETTLED' ? 'success' : 'primary'}>
          {t.states[state]}
        </Badge>
      </div>
      <p className="mt-3 flex flex-wrap items-center justify-center gap-x-3 text-xs text-fg-3">
        <Link to={pages.roulette} className="hit-area rounded-sm font-semibold text-primary hover:underline">
          {site.roulette.title}
        </Link>
        <TableTime iso={round.createdAt} />
      </p>
    </article>
  );
}

/** Before betting closes: what is fixed already, and when the rest is shown. */
function SecretNote() {
  const { round: t } = useProofText();
  return (
    <p className="mt-4 flex gap-2 rounded-md bg-bg-2 px-4 py-3 text-pretty text-fg-2">
      <LockKeyhole size={16} aria-hidden className="mt-0.5 shrink-0 text-primary" />
      {t.secretHint}
    </p>
  );
}

function RefundNote({ round }: { round: ProvenRound }) {
  const { round: t } = useProofText();
  return (
    <Section title={t.refundedTitle}>
      <p className="flex gap-2 text-pretty text-fg-2">
        <Undo2 size={18} aria-hidden className="mt-px shrink-0 text-warn" />
        {t.refundedText}
      </p>
      {round.refundReason !== null && (
        <p className="mt-3 text-pretty text-fg-2">
          <strong className="font-semibold text-fg">{t.refundReason}:</strong>{' '}
          <span lang="en">{round.refundReason}</span>
        </p>
      )}
    </Section>
  );
}

function Inputs({ round }: { round: ProvenRound }) {
  const t = useProofText();
  const { inputs } = t;
  return (
    <Section title={t.round.inputs}>
      <dl className="grid gap-4 @2xl:grid-cols-2">
        <ValueLine label={inputs.hash} value={round.hash} />
        <ValueLine label={inputs.seed} value={round.seed ?? undefined}>
          {round.state === 'REFUNDED' ? t.round.neverSeed : t.round.secretSeed}
        </ValueLine>
        <ValueLine label={inputs.salt} value={round.salt} />
        <ValueLine label={inputs.beacon} value={round.beacon === '' ? undefined : round.beacon}>
          {t.round.noBeacon}
        </ValueLine>
        <ValueLine label={inputs.k} value={String(round.k)} />
        <ValueLine label={t.round.chain} value={String(round.chainId)} />
      </dl>
      <p className="mt-3 text-card text-pretty text-fg-3">
        <strong className="font-semibold text-fg-2">{inputs.salt}:</strong> {t.round.saltLocal}
      </p>
    </Section>
  );
}

/** Downloads the round in the format of the stand-alone verifier. */
function DownloadLink({ round }: { round: ProvenRound }) {
  const { round: t } = useProofText();
  return (
    <a
      href={`data:application/json,${encodeURIComponent(JSON.stringify(round, null, 2))}`}
      download={`karat-round-${round.id}.json`}
      className={buttonClass()}
    >
      <Download size={18} aria-hidden />
      {t.download}
    </a>
  );
}

function RoundSkeleton() {
  return (
    <Skeleton>
      <div className="@container grid max-w-240 gap-5">
        <SkeletonBlock className="mt-1 mb-2 h-9 w-48" />
        <SkeletonBlock className="h-5 w-56" />
        <div className="grid gap-5 @2xl:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]">
          <SkeletonBlock className="h-64 rounded-lg" />
          <SkeletonBlock className="h-64 rounded-lg" />
        </div>
        <SkeletonBlock className="h-72 rounded-lg" />
        <SkeletonBlock className="h-64 rounded-lg" />
      </div>
    </Skeleton>
  );
}
