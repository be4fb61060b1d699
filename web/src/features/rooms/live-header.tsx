import { pages } from '@karat/contract/pages';
import type { CurrentRound, Round } from '@karat/contract/roulette';
import type { Color } from '@karat/rules/roulette';
import clsx from 'clsx';
import { ChevronRight, CircleDot, type LucideIcon, Trophy } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import { useLastRounds, useRoulette, useRound, useRoundPhase, useSecondsLeft } from '#features/roulette/roulette.ts';
import { useText } from '#i18n/i18n.ts';
import { SkeletonBlock } from '#ui/skeleton.tsx';
import { TopNames, TopPictures, useTopPlayers } from './top-players.tsx';
import { useLobbyText } from './words/lobby-text.ts';

/** Live state of the shared games: roulette and the leaderboard. */
export function LiveHeader() {
  const t = useText();
  const words = useLobbyText();
  return (
    <section aria-label={words.liveLabel} className="mb-6 grid grid-cols-2 gap-2 sm:gap-3 md:mb-8">
      <LiveCell
        to={pages.roulette}
        icon={CircleDot}
        title={t.roulette.title}
        text={<RoundText />}
        light="var(--color-roulette-red)"
      >
        <LastResults />
      </LiveCell>
      <TopCell />
    </section>
  );
}

function TopCell() {
  const t = useLobbyText();
  const players = useTopPlayers();
  return (
    <LiveCell
      to={pages.leaderboard}
      icon={Trophy}
      title={t.top}
      text={<TopNames players={players} />}
      light="var(--color-r7)"
    >
      {players !== undefined && players.length > 0 && <TopPictures players={players} />}
    </LiveCell>
  );
}

function RoundText() {
  const t = useLobbyText();
  const round = useRound();
  const isFailed = useRoulette((roulette) => roulette.isFailed);
  if (round) return <RunningText key={round.id} round={round} />;
  if (round === null) return t.rouletteIdle;
  // The state is unknown; the line keeps its height.
  return isFailed ? '\u00a0' : <SkeletonBlock className="my-0.5 h-3 w-24 max-w-full max-sm:mx-auto" />;
}

function RunningText({ round }: { round: CurrentRound }) {
  const t = useLobbyText();
  const phase = useRoundPhase(round);
  const seconds = useSecondsLeft(round);
  if (phase === 'betting') return <span className="tabular-nums">{t.rouletteBets(seconds)}</span>;
  return phase === 'closing' || phase === 'spinning' ? t.rouletteRolls : t.rouletteNext;
}

/** Fewer results are shown where the two cells have little width. */
const RESULTS_SHOWN_MAX = 8;
const RESULTS_OFTEN_SHOWN = 5;
const RESULTS_ALWAYS_SHOWN = 3;

const tints: Readonly<Record<Color, string>> = {
  red: 'bg-roulette-red',
  green: 'bg-roulette-green',
  black: 'bg-roulette-black',
};

/** The latest results, newest first. Their space is reserved before they load. */
function LastResults() {
  const last = useLastRounds(RESULTS_SHOWN_MAX) ?? [];
  return (
    <span aria-hidden className="flex shrink-0 gap-1">
      {Array.from({ length: RESULTS_SHOWN_MAX }, (_, index) => (
        <ResultChip key={index} round={last[index]} index={index} />
      ))}
    </span>
  );
}

function ResultChip({ round, index }: { round: Round | undefined; index: number }) {
  const color = round?.winnerColor ?? undefined;
  return (
    <span
      className={clsx(
        'grid size-6 place-items-center max-sm:size-5 rounded-sm text-2xs font-bold text-white tabular-nums',
        index >= RESULTS_OFTEN_SHOWN && 'max-2xl:hidden',
        index >= RESULTS_ALWAYS_SHOWN && 'sm:@max-[21rem]:hidden',
        color === undefined ? 'bg-bg-3' : tints[color],
      )}
    >
      {round?.winnerNumber}
    </span>
  );
}

type LiveCellProps = {
  to: string;
  icon: LucideIcon;
  title: string;
  text: ReactNode;
  light: string;
  /** Shown beside the text; with it, a phone hides the icon and shows the text. */
  children?: ReactNode;
};

function LiveCell({ to, icon: Icon, title, text, light, children }: LiveCellProps) {
  const hasMore = Boolean(children);
  return (
    <Link
      to={to}
      className="motion-lift group @container relative isolate flex h-18 items-center gap-3 overflow-hidden surface px-4 max-sm:flex-col max-sm:justify-center max-sm:gap-1 max-sm:px-1 max-sm:text-center"
      style={{ '--light': light } as CSSProperties}
    >
      <span
        aria-hidden
        className="absolute inset-0 -z-10 bg-[radial-gradient(70%_130%_at_12%_100%,color-mix(in_srgb,var(--light)_20%,transparent),transparent)] opacity-70 transition-opacity duration-140 group-hover:opacity-100"
      />
      <span aria-hidden className="absolute inset-x-0 bottom-0 h-0.75 bg-(--light)" />
      <Icon
        size={22}
        strokeWidth={1.75}
        aria-hidden
        className={clsx('shrink-0 text-fg-2', hasMore && 'max-sm:hidden @max-[21rem]:hidden')}
      />
      <span className="max-w-full min-w-0 sm:grow">
        <span className="block truncate text-xs font-semibold sm:text-card">{title}</span>
        <span className={clsx('block truncate text-xs text-fg-2', !hasMore && 'max-sm:sr-only')}>{text}</span>
      </span>
      {children}
      <ChevronRight
        size={18}
        aria-hidden
        className="shrink-0 text-fg-3 transition-colors duration-140 group-hover:text-fg max-sm:hidden @max-[21rem]:hidden"
      />
    </Link>
  );
}
