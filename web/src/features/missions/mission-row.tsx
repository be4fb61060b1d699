import type { Mission } from '@karat/contract/missions';
import clsx from 'clsx';
import { Check } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useId, useRef } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { DiamondGlyph, Diamonds } from '#ui/diamonds.tsx';
import { usePercent } from '#ui/use-percent.ts';
import { useClaim } from './claim.ts';
import { MissionPicture } from './mission-picture.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { ResetCountdown } from './reset-countdown.tsx';
import { isClaimable, placeOf } from './mission-progress.ts';
import { useMissionsText } from './words/missions-text.ts';

type MissionRowProps = {
  mission: Mission;
  /** No other mission has a reward to claim. */
  isOnlyReward: boolean;
};

/** A mission with the player's progress and actions. */
export function MissionRow({ mission, isOnlyReward }: MissionRowProps) {
  const titleId = useId();
  return (
    <MissionCard mission={mission} titleId={titleId}>
      <RewardState mission={mission} titleId={titleId} isOnlyReward={isOnlyReward} />
    </MissionCard>
  );
}

type MissionCardProps = {
  mission: Pick<Mission, 'title' | 'description' | 'image' | 'target' | 'amount' | 'progress' | 'isClaimed'>;
  titleId: string;
  children: ReactNode;
};

/** Emblem, text and progress, with the reward beside it. */
export function MissionCard({ mission, titleId, children }: MissionCardProps) {
  const { title, description, image, isClaimed } = mission;
  const isDue = isClaimable(mission);
  return (
    <article className={clsx('@container h-full surface', isDue && 'border-primary/35')}>
      <div className="grid h-full grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 gap-y-3 p-3.5 @xl:grid-cols-[auto_minmax(0,1fr)_12.5rem] @xl:gap-x-5 @xl:gap-y-2.5 @xl:p-4">
        <MissionPicture
          src={image}
          className={clsx('w-14 @xl:row-span-2 @xl:w-19 @xl:self-center', isClaimed && 'opacity-55')}
        />
        <div className="min-w-0 self-center @xl:self-end">
          <h3 id={titleId} className={clsx('text-base leading-5 font-semibold text-pretty', isClaimed && 'text-fg-2')}>
            {title}
          </h3>
          <p className="mt-1 text-card text-pretty text-fg-2">{description}</p>
        </div>
        <div className="col-span-2 @xl:col-span-1 @xl:col-start-2 @xl:self-start">
          <Progress mission={mission} titleId={titleId} />
        </div>
        <div className="col-span-2 flex min-h-11 flex-col justify-center border-line @max-xl:border-t @max-xl:pt-3 @xl:col-span-1 @xl:col-start-3 @xl:row-span-2 @xl:row-start-1 @xl:border-l @xl:pl-5">
          {children}
        </div>
      </div>
    </article>
  );
}

type ProgressProps = Pick<MissionCardProps, 'mission' | 'titleId'>;

function Progress({ mission, titleId }: ProgressProps) {
  const t = useMissionsText();
  const formatPercent = usePercent();
  const { amount, target, progress, isClaimed } = mission;
  // A reward of an earlier day waits while today's count restarts at 0.
  const isEarlier = isClaimable(mission) && amount < target;
  const [done, percent] = [formatNumber(amount), formatPercent(progress)];
  const words = isEarlier ? t.completedEarlier : t.progress(done, formatNumber(target));
  return (
    <>
      <ProgressBar percent={progress} labelledBy={titleId} text={`${words}, ${percent}`} isDone={isClaimed} />
      <p aria-hidden className="mt-1.5 flex justify-between text-xs text-fg-3 tabular-nums">
        <span>{isEarlier ? words : `${done} / ${formatNumber(target)}`}</span>
        <span className="font-semibold text-fg-2">{percent}</span>
      </p>
    </>
  );
}

export function RewardLine({ reward }: { reward: number }) {
  const t = useMissionsText();
  return (
    <div className="flex items-center justify-between gap-3 @xl:flex-col @xl:items-start @xl:gap-0.5">
      <span className="text-xs text-fg-3">{t.reward}</span>
      <Diamonds amount={reward} className="text-base" />
    </div>
  );
}

/** The reward, the button to claim it, or that it is claimed. */
function RewardState({ mission, titleId, isOnlyReward }: MissionRowProps & { titleId: string }) {
  const { isPending, claim } = useClaim(mission);
  const isOpen = isClaimable(mission);
  const taken = useFocusAfter(isOpen);
  if (isOpen) {
    const { reward } = mission;
    return <ClaimButton isOnly={isOnlyReward} onClaim={claim} {...{ reward, titleId, isPending }} />;
  }
  if (!mission.isClaimed) return <OpenReward mission={mission} titleId={titleId} />;
  return <ClaimedNote ref={taken} mission={mission} />;
}

/** The reward still to be earned, and the way to the page where it is. */
function OpenReward({ mission, titleId }: { mission: Mission; titleId: string }) {
  const t = useMissionsText();
  const place = placeOf(mission);
  if (place === undefined) return <RewardLine reward={mission.reward} />;
  return (
    <div className="flex items-center justify-between gap-3">
      <div className="grow">
        <RewardLine reward={mission.reward} />
      </div>
      <ButtonLink to={place} size="dense" aria-describedby={titleId}>
        {t.go}
      </ButtonLink>
    </div>
  );
}

// Claiming removes the focused button, so its replacement takes the focus.
function useFocusAfter(isOpen: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) {
      place.current?.focus({ preventScroll: true });
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  return place;
}

type ClaimButtonProps = { reward: number; titleId: string; isOnly: boolean; isPending: boolean; onClaim: () => void };

/** Filled only while it is the page's main action. */
function ClaimButton({ reward, titleId, isOnly, isPending, onClaim }: ClaimButtonProps) {
  const t = useText();
  const missionsWords = useMissionsText();
  return (
    <Button
      data-claim
      variant={isOnly ? 'primary' : 'secondary'}
      isPending={isPending}
      aria-describedby={titleId}
      onClick={onClaim}
      className={clsx('w-full px-3', !isOnly && 'border-primary/45')}
    >
      <span>{missionsWords.claimReward}</span>{' '}
      <span className="inline-flex items-center gap-1 tabular-nums">
        {!isPending && <DiamondGlyph size={15} className={clsx(!isOnly && 'text-primary')} />}
        <span aria-hidden>{formatNumber(reward)}</span>
        <span className="sr-only">{t.common.diamonds(reward)}</span>
      </span>
    </Button>
  );
}

function ClaimedNote({ ref, mission }: { ref: Ref<HTMLDivElement>; mission: Mission }) {
  const t = useMissionsText();
  return (
    <div
      ref={ref}
      tabIndex={-1}
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-0.5 outline-none @xl:flex-col @xl:items-start"
    >
      <p className="flex items-center gap-1.5 font-semibold text-success">
        <Check size={18} strokeWidth={2.5} aria-hidden />
        {t.claimed}
      </p>
      {mission.resetsAt !== null && (
        <p className="text-xs text-fg-3">
          <ResetCountdown iso={mission.resetsAt} />
        </p>
      )}
    </div>
  );
}
