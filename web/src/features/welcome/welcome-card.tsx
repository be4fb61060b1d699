import { type Welcome, dismissWelcome } from '@karat/contract/welcome';
import type { ListedCase } from '@karat/contract/cases';
import { pages } from '@karat/contract/pages';
import { shownPrice } from '@karat/rules/cases';
import { splitMarketName } from '@karat/rules/items';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { Check, ChevronRight, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, generatePath } from 'react-router';
import { call } from '#core/api.ts';
import { logError } from '#core/log.ts';
import { useSession } from '#core/session.ts';
import { siteSettings } from '#core/site.ts';
import { useText } from '#i18n/i18n.ts';
import { DiamondGlyph } from '#ui/diamonds.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { hasOpenSteps, welcomeQuery } from './welcome.ts';
import { useWelcomeText } from './words/welcome-text.ts';

/** The last tick stays visible for this time before the card leaves. */
const LEAVE_AFTER_MS = 4_000;
const FADE_MS = 240;

type DuelStep = {
  readonly art: ReactNode;
  /** Starts a match with one press; undefined where that is not possible, and the step leads to the rooms. */
  readonly start?: { readonly onPress: () => void; readonly isPending: boolean };
};

type WelcomeCardProps = { welcome: Welcome; cheapest: ListedCase | undefined; duel: DuelStep };

/** Three first steps for a new player. Each completes itself; the card leaves when all are done, or when the player closes it. */
export function WelcomeCard({ welcome, cheapest, duel }: WelcomeCardProps) {
  const t = useWelcomeText();
  const { common } = useText();
  const username = useSession((session) => session.username);
  const { isLeaving, isGone, leave } = useLeaving(!hasOpenSteps(welcome));
  const dismiss = useDismiss();
  if (isGone) return null;
  const { amount } = welcome;
  return (
    <section
      aria-labelledby="welcome-title"
      className={clsx(
        'welcome-card @container relative mb-5 transition-opacity duration-240',
        isLeaving && 'opacity-0',
      )}
    >
      <div className="pr-10 md:pr-12">
        <p dir="auto" className="text-card text-fg-2">
          {t.hello(username)}
        </p>
        <h2
          id="welcome-title"
          className="mt-0.5 flex items-center gap-2 font-display text-base font-bold md:text-h1-small"
        >
          {amount !== null && <DiamondGlyph size={22} className="text-primary" />}
          {amount === null ? t.firstSteps : t.gift(common.diamonds(amount))}
        </h2>
        <p className="mt-0.5 text-card text-fg-2" role="status">
          {hasOpenSteps(welcome) ? t.lead : t.allDone}
        </p>
      </div>
      <IconButton
        label={t.dismiss}
        className="absolute! top-2.5 right-2.5 md:top-4 md:right-4"
        onClick={() => {
          leave();
          dismiss();
        }}
      >
        <X size={18} aria-hidden />
      </IconButton>
      <ol className="mt-3 grid gap-2.5 @2xl:mt-4 @2xl:grid-cols-3">
        <CaseStep firstItem={welcome.firstItem} cheapest={cheapest} />
        <BetStep isDone={welcome.hasBet} />
        <DuelStepRow isDone={welcome.hasPlayed} duel={duel} />
      </ol>
    </section>
  );
}

/** Fades the card out: by the player, or by itself once all steps are done. */
function useLeaving(isComplete: boolean) {
  const [phase, setPhase] = useState<'shown' | 'leaving' | 'gone'>('shown');
  useEffect(() => {
    if (!isComplete) return undefined;
    const timer = setTimeout(() => setPhase('leaving'), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isComplete]);
  useEffect(() => {
    if (phase !== 'leaving') return undefined;
    const timer = setTimeout(() => setPhase('gone'), FADE_MS);
    return () => clearTimeout(timer);
  }, [phase]);
  return { isLeaving: phase === 'leaving', isGone: phase === 'gone', leave: () => setPhase('leaving') };
}

function useDismiss(): () => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => call(dismissWelcome),
    // The card is gone for this visit in any case.
    onError: (error) => logError('Failed to store that the welcome card is closed', error),
    onSuccess: () =>
      queryClient.setQueryData(welcomeQuery.queryKey, (known) => (known ? { ...known, isDismissed: true } : known)),
  });
  return () => mutate();
}

function CaseStep({ firstItem, cheapest }: { firstItem: string | null; cheapest: ListedCase | undefined }) {
  const t = useWelcomeText();
  const { common } = useText();
  const hint =
    firstItem !== null
      ? t.caseDone(splitMarketName(firstItem).name.replace(' | ', ' '))
      : cheapest === undefined
        ? t.openCaseAny
        : t.openCaseHint(common.diamonds(shownPrice(cheapest.price)));
  return (
    <Step
      title={t.openCase}
      hint={hint}
      isDone={firstItem !== null}
      to={cheapest === undefined ? pages.cases : generatePath(pages.case, { caseName: cheapest.name })}
      art={<ItemPicture src={cheapest?.image ?? ''} isEager isSmall className="w-full" />}
    />
  );
}

function BetStep({ isDone }: { isDone: boolean }) {
  const t = useWelcomeText();
  const tiles = [
    ['7', 'bg-roulette-red'],
    ['0', 'bg-roulette-green'],
    ['8', 'bg-roulette-black'],
  ] as const;
  const art = (
    <span className="flex gap-0.5">
      {tiles.map(([number, color]) => (
        <span
          key={number}
          className={clsx(
            'grid h-8 w-5 place-items-center rounded-[5px] font-display text-xs font-bold text-white',
            color,
          )}
        >
          {number}
        </span>
      ))}
    </span>
  );
  return <Step title={t.bet} hint={isDone ? t.betDone : t.betHint} isDone={isDone} to="#roulette" art={art} />;
}

function DuelStepRow({ isDone, duel: { art, start } }: { isDone: boolean; duel: DuelStep }) {
  const t = useWelcomeText();
  const hint = isDone ? t.duelDone : siteSettings().isSandbox ? t.duelHint : t.duelHintRooms;
  return <Step title={t.duel} hint={hint} isDone={isDone} to="#open-rooms" art={art} {...(start && { start })} />;
}

type StepProps = {
  title: string;
  hint: string;
  isDone: boolean;
  to: string;
  art: ReactNode;
  start?: DuelStep['start'];
};

function Step({ title, hint, isDone, to, art, start }: StepProps) {
  const t = useWelcomeText();
  const className = clsx(
    'flex h-full min-h-16 w-full items-center gap-3 rounded-lg border bg-bg-0/35 px-2.5 py-1.5 text-left @2xl:py-2.5',
    isDone
      ? 'border-success/45'
      : 'motion-press border-line transition-colors duration-140 hover:border-primary/45 hover:bg-bg-2',
  );
  const content = (
    <>
      <span
        aria-hidden
        className={clsx(
          'grid h-12 w-16 shrink-0 place-items-center overflow-hidden rounded-md @2xl:h-16',
          isDone && 'opacity-50',
        )}
      >
        {art}
      </span>
      <span className="min-w-0 grow">
        <span className="block font-display text-sm leading-5 font-bold">{title}</span>
        <span className="mt-0.5 line-clamp-2 text-xs text-fg-2">{hint}</span>
      </span>
      {isDone ? (
        <span className="grid size-6 shrink-0 place-items-center rounded-full bg-success text-on-primary">
          <Check size={16} strokeWidth={3} role="img" aria-label={t.done} />
        </span>
      ) : start?.isPending ? (
        <Spinner size={18} />
      ) : (
        <ChevronRight size={18} aria-hidden className="shrink-0 text-fg-3 md:max-lg:hidden" />
      )}
    </>
  );
  return (
    <li className="min-w-0">
      {isDone ? (
        <div className={className}>{content}</div>
      ) : start ? (
        <button
          type="button"
          aria-busy={start.isPending || undefined}
          onClick={() => !start.isPending && start.onPress()}
          className={className}
        >
          {content}
        </button>
      ) : (
        <Link to={to} className={className}>
          {content}
        </Link>
      )}
    </li>
  );
}
