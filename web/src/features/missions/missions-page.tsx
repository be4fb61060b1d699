import type { Mission } from '@karat/contract/missions';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { CircleCheck, Clock3, Gift, type LucideIcon, Target } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { logError } from '#core/log.ts';
import { openAuth } from '#core/modals.ts';
import { useAccount, useSession } from '#core/session.ts';
import { useText } from '#i18n/i18n.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { EmptyView } from '#ui/views.tsx';
import { useClaimAll } from './claim.ts';
import { MissionRow } from './mission-row.tsx';
import { missionsQuery } from './queries.ts';
import { ResetCountdown } from './reset-countdown.tsx';
import { type MissionGroup, groupsOf, inSeenOrder, periodOrder, summaryOf } from './mission-progress.ts';
import { useLiveMissions } from './use-live-missions.ts';
import { useMissionsText } from './words/missions-text.ts';

/** The missions with progress and waiting rewards. */
export function MissionsPage() {
  const t = useText();
  const query = useQuery(missionsQuery());
  const { data, error } = query;
  useLiveMissions(data);
  useEffect(() => {
    if (error) logError('Failed to load the missions', error);
  }, [error]);
  return (
    <>
      <PageHeading title={t.missions.title} />
      <QueryView query={query} loading={<MissionSkeleton />}>
        {(missions) => (missions.length > 0 ? <Missions missions={missions} /> : <NoMissions />)}
      </QueryView>
    </>
  );
}

function Missions({ missions }: { missions: readonly Mission[] }) {
  const isVisitor = useSession((session) => !session.isLoggedIn);
  const isKnown = useAccount((account) => account.isLoaded);
  const shown = inSeenOrder(missions, useSeenIds(missions));
  // Fixed for the visit, so that no group moves while it is read.
  const [periods] = useState(() => periodOrder(missions));
  const isOneReward = summaryOf(missions).waiting === 1;
  return (
    <>
      {!isKnown ? (
        <SkeletonBlock className="mb-7 h-16 w-full rounded-lg" />
      ) : isVisitor ? (
        <SignInHint />
      ) : (
        <SummaryLine missions={missions} />
      )}
      {groupsOf(shown, periods).map((group) => (
        <Group key={group.period} group={group} isOneReward={isOneReward} />
      ))}
    </>
  );
}

// The server lists claimable missions first. That order stays for the visit, so that no row moves while it is read.
function useSeenIds(missions: readonly Mission[]): readonly number[] {
  const [seenIds, setSeenIds] = useState<readonly number[]>([]);
  const fresh = missions.map(({ id }) => id).filter((id) => !seenIds.includes(id));
  if (fresh.length > 0) setSeenIds([...seenIds, ...fresh]);
  return seenIds;
}

type GroupProps = { group: MissionGroup; isOneReward: boolean };

function Group({ group: { period, resetsAt, missions }, isOneReward }: GroupProps) {
  const t = useMissionsText();
  return (
    <section aria-labelledby={`missions-${period}`} className="@container mt-7 first:mt-0">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={`missions-${period}`} className="font-display text-h2 font-bold">
          {t.groups[period]}
        </h2>
        {resetsAt !== null && (
          <p className="flex items-center gap-1.5 text-xs text-fg-3">
            <Clock3 size={14} aria-hidden />
            <ResetCountdown iso={resetsAt} />
          </p>
        )}
      </div>
      <ul className="grid gap-3 @6xl:grid-cols-2">
        {missions.map((mission) => (
          <li key={mission.id}>
            <MissionRow mission={mission} isOnlyReward={isOneReward} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SummaryLine({ missions }: { missions: readonly Mission[] }) {
  const t = useMissionsText();
  const { waiting, waitingReward, remaining, remainingReward } = summaryOf(missions);
  if (waiting > 0) {
    return (
      <Line icon={Gift} isLit title={t.waiting(waiting)} text={<Diamonds amount={waitingReward} />}>
        {waiting > 1 ? (
          <ClaimAllButton missions={missions} />
        ) : (
          <Button size="dense" onClick={showFirstReward}>
            {t.show}
          </Button>
        )}
      </Line>
    );
  }
  if (remaining > 0) {
    return (
      <Line icon={Target} title={t.remaining(remaining)} text={t.leftHint}>
        <Diamonds amount={remainingReward} className="text-base" />
      </Line>
    );
  }
  return <Line icon={CircleCheck} title={t.allDone} text={t.allDoneHint} />;
}

function ClaimAllButton({ missions }: { missions: readonly Mission[] }) {
  const t = useMissionsText();
  const { isPending, claim } = useClaimAll(missions);
  return (
    <Button variant="primary" isPending={isPending} onClick={claim} className="max-sm:w-full">
      {t.claimAll}
    </Button>
  );
}

/** Scrolls to the reward: on a phone the missions fill several screens. */
function showFirstReward(): void {
  const button = document.querySelector<HTMLElement>('[data-claim]');
  button?.scrollIntoView({ block: 'center' });
  button?.focus({ preventScroll: true });
}

type LineProps = { icon: LucideIcon; title: string; text?: ReactNode; isLit?: boolean; children?: ReactNode };

function Line({ icon: Icon, title, text, isLit = false, children }: LineProps) {
  const t = useMissionsText();
  return (
    <section
      aria-label={t.summaryLabel}
      className={clsx(
        'mb-7 flex min-h-16 flex-wrap items-center gap-x-3.5 gap-y-3 surface px-4 py-3',
        isLit && 'border-primary/35 bg-[radial-gradient(24rem_8rem_at_8%_50%,#3ddcff1f,transparent)]',
      )}
    >
      <Icon size={24} strokeWidth={1.75} aria-hidden className="shrink-0 text-primary" />
      <div className="min-w-40 grow basis-0">
        <p className="font-semibold">{title}</p>
        {text !== undefined && <p className="text-card text-pretty text-fg-2">{text}</p>}
      </div>
      {children}
    </section>
  );
}

function SignInHint() {
  const t = useText();
  const words = useMissionsText();
  return (
    <Line icon={Gift} title={words.signInTitle} text={words.signInHint}>
      <div className="flex gap-2">
        <Button variant="primary" onClick={() => openAuth('login')}>
          {t.auth.login}
        </Button>
        <Button onClick={() => openAuth('signup')}>{t.auth.signup}</Button>
      </div>
    </Line>
  );
}

function NoMissions() {
  const t = useText();
  const words = useMissionsText();
  return (
    <EmptyView icon={Target} title={words.empty} text={words.emptyHint}>
      <ButtonLink to="/cases">{t.menu.cases}</ButtonLink>
    </EmptyView>
  );
}

function MissionSkeleton() {
  return (
    <Skeleton>
      <SkeletonBlock className="mb-7 h-16 w-full rounded-lg" />
      <SkeletonBlock className="mb-3 h-6 w-24" />
      <div className="space-y-3">
        {Array.from({ length: 5 }, (_, index) => (
          <div key={index} className="flex items-center gap-4 surface p-4">
            <SkeletonBlock className="size-16 shrink-0 rounded-lg" />
            <div className="min-w-0 grow space-y-2.5">
              <SkeletonBlock className="h-5 w-48 max-w-full" />
              <SkeletonBlock className="h-4 w-72 max-w-full" />
              <SkeletonBlock className="h-2 w-full" />
            </div>
            <SkeletonBlock className="h-11 w-44 max-sm:hidden" />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
