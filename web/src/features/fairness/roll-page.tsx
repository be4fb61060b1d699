import type { Roll } from '@karat/contract/fairness';
import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import { splitMarketName } from '@karat/rules/items';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { Download, LockKeyhole } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { setModalState } from '#core/modals.ts';
import { useSession } from '#core/session.ts';
import { useText } from '#i18n/i18n.ts';
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { ItemName } from '#ui/item-name.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { hasPulsingGlow, rarityColors } from '#ui/rarity.ts';
import { ShareButton } from '#ui/share-button.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { TableTime } from '#ui/time.tsx';
import { NotFoundView } from '#ui/views.tsx';
import { rollQuery } from './queries.ts';
import { reportOfRoll } from './report.ts';
import { Section } from './section.tsx';
import { CheckList } from './check-list.tsx';
import { TicketBar } from './ticket-bar.tsx';
import { ValueLine } from './value-line.tsx';
import { useProofText } from './words/proof-text.ts';

const ROLL_NUMBER = /^[1-9]\d{0,15}$/;
const ROLL_HANDLE = /^[\w-]{22}$/;

/** One roll with all its data. Only its player finds it by number; anyone with the link finds it by handle. */
export function RollPage() {
  const { rollId = '' } = useParams();
  if (!ROLL_NUMBER.test(rollId) && !ROLL_HANDLE.test(rollId)) return <MissingRoll />;
  return <FoundRoll rollId={rollId} />;
}

/** Puts the handle into the address bar, so that the URL can be shared. */
function useShareableAddress(rollId: string, roll: Roll | undefined): void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (roll === undefined || roll.handle === rollId) return;
    queryClient.setQueryData(rollQuery(roll.handle).queryKey, roll);
    void navigate(fillPath(pages.roll, { rollId: roll.handle }), { replace: true });
  }, [navigate, queryClient, rollId, roll]);
}

function FoundRoll({ rollId }: { rollId: string }) {
  const query = useQuery(rollQuery(rollId));
  // A copy of an outdated roll would be shown under the handle and never fetched again.
  useShareableAddress(rollId, query.isFetching ? undefined : query.data);
  return (
    <QueryView query={query} loading={<RollSkeleton />} notFound={<MissingRoll />}>
      {(roll) => <RollView roll={roll} />}
    </QueryView>
  );
}

function MissingRoll() {
  const site = useText();
  const t = useProofText();
  return (
    <NotFoundView
      title={t.roll.missing}
      text={t.roll.missingHint}
      backLink={{ to: pages.fair, label: site.fairness.title }}
    />
  );
}

function RollView({ roll }: { roll: Roll }) {
  const site = useText();
  const t = useProofText();
  return (
    <div style={rarityColors(roll.skinRarity)} className="@container max-w-240">
      <PageHeading title={site.fairness.roll(`#${roll.id}`)}>
        <div className="flex grow flex-wrap gap-3 *:grow sm:grow-0">
          <ButtonLink to={fillPath(pages.caseOdds, { caseName: roll.caseName })}>{t.roll.caseOdds}</ButtonLink>
          <DownloadLink roll={roll} />
          <ShareButton path={fillPath(pages.sharedDrop, { handle: roll.handle })} title={roll.market_hash_name} />
        </div>
      </PageHeading>
      <div className="grid gap-5">
        <div className="grid gap-5 @2xl:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]">
          <WonItem roll={roll} />
          <Section title={t.roll.checks} text={t.roll.checksHint}>
            <CheckList report={reportOfRoll(t, roll)} />
            {roll.serverSeed === null && <SecretNote />}
          </Section>
        </div>
        <Section title={t.roll.ticketTitle}>
          <TicketBar roll={roll} />
        </Section>
        <Inputs roll={roll} />
        <Section title={t.roll.table} text={t.roll.tableHint}>
          <dl className="grid gap-4">
            <ValueLine label={t.inputs.caseCanon} value={roll.caseCanon} />
            <ValueLine label={t.inputs.caseHash} value={roll.caseHash} />
          </dl>
        </Section>
      </div>
    </div>
  );
}

function WonItem({ roll }: { roll: Roll }) {
  const t = useProofText();
  return (
    <article className="rarity-edge relative isolate flex flex-col items-center justify-center overflow-hidden surface p-5 text-center">
      <span aria-hidden className={clsx('rarity-glow', hasPulsingGlow(roll.skinRarity) && 'motion-glow')} />
      <ItemPicture src={roll.image} isEager sizes="224px" className="w-56 max-w-full" />
      <h2 className="mt-2 text-base text-balance">
        <ItemName {...splitMarketName(roll.market_hash_name)} />
      </h2>
      <p className="mt-1 text-card text-(--r-text)">{roll.skinRarity}</p>
      <p className="mt-3 text-card text-fg-2">
        <Link
          to={fillPath(pages.case, { caseName: roll.caseName })}
          className="hit-area rounded-sm font-semibold text-primary hover:underline"
        >
          {t.roll.wonFrom(roll.caseName)}
        </Link>
      </p>
      <p className="mt-2 flex flex-wrap items-center justify-center gap-x-3 text-xs text-fg-3">
        <Diamonds amount={roll.price} />
        <TableTime iso={roll.createdAt} />
      </p>
    </article>
  );
}

/** Before the reveal: why two checks wait, and who can rotate. */
function SecretNote() {
  const t = useProofText();
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  return (
    <div className="mt-4 rounded-md bg-bg-2 px-4 py-3">
      <p className="flex items-center gap-2 font-semibold">
        <LockKeyhole size={16} aria-hidden className="shrink-0 text-primary" />
        {t.roll.secret}
      </p>
      <p className="mt-1 text-pretty text-fg-2">{t.roll.secretHint}</p>
      {isLoggedIn && (
        <Button size="dense" className="mt-3" onClick={() => setModalState('isProvablyFairOpen', true)}>
          {t.rolls.rotateToVerify}
        </Button>
      )}
    </div>
  );
}

function Inputs({ roll }: { roll: Roll }) {
  const t = useProofText();
  return (
    <Section title={t.roll.inputs}>
      <dl className="grid gap-4 @2xl:grid-cols-2">
        <ValueLine label={t.inputs.serverSeed} value={roll.serverSeed ?? undefined}>
          {t.roll.secretValue}
        </ValueLine>
        <ValueLine label={t.inputs.serverSeedHash} value={roll.serverSeedHash} />
        <ValueLine label={t.inputs.clientSeed} value={roll.clientSeed} />
        <ValueLine label={t.inputs.entropy} value={roll.entropy === '' ? undefined : roll.entropy}>
          {t.roll.noEntropy}
        </ValueLine>
        <ValueLine label={t.inputs.nonce} value={String(roll.nonce)} />
        <ValueLine label={t.inputs.itemId} value={String(roll.itemId)} />
      </dl>
    </Section>
  );
}

/** Downloads the roll in the format of the stand-alone verifier. */
function DownloadLink({ roll }: { roll: Roll }) {
  const t = useProofText();
  return (
    <a
      href={`data:application/json,${encodeURIComponent(JSON.stringify(roll, null, 2))}`}
      download={`karat-roll-${roll.id}.json`}
      className={buttonClass()}
    >
      <Download size={18} aria-hidden />
      {t.roll.download}
    </a>
  );
}

function RollSkeleton() {
  return (
    <Skeleton>
      <div className="@container grid max-w-240 gap-5">
        <SkeletonBlock className="mt-1 mb-2 h-9 w-48" />
        <div className="grid gap-5 @2xl:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]">
          <SkeletonBlock className="h-80 rounded-lg" />
          <SkeletonBlock className="h-80 rounded-lg" />
        </div>
        <SkeletonBlock className="h-44 rounded-lg" />
        <SkeletonBlock className="h-72 rounded-lg" />
      </div>
    </Skeleton>
  );
}
