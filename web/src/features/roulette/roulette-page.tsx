import { COLORS } from '@karat/rules/roulette';
import { CircleDot, Volume2, VolumeX } from 'lucide-react';
import { setPreference, usePreferences } from '#core/preferences.ts';
import { useText } from '#i18n/i18n.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { SkeletonBlock, Skeleton, useSkeleton } from '#ui/skeleton.tsx';
import { enableSound } from '#ui/sound.ts';
import { EmptyView, ErrorView } from '#ui/views.tsx';
import { Game } from './game.tsx';
import { History } from './history.tsx';
import { loadRound, useRoulette, useRound } from './roulette.ts';
import { useRouletteText } from './words/roulette-text.ts';

/** The roulette page: history, wheel and bets. */
export function RoulettePage() {
  const t = useText();
  const words = useRouletteText();
  const round = useRound();
  const isFailed = useRoulette((roulette) => roulette.isFailed);
  const isMissing = round === undefined && isFailed;
  const shown = useSkeleton(round === undefined && !isFailed);
  if (isMissing) return <ErrorView title={words.failed} onRetry={() => void loadRound()} />;
  return (
    <>
      <div className="roulette-heading">
        <PageHeading title={t.roulette.title}>
          {round !== null && <History />}
          <SoundSwitch />
        </PageHeading>
      </div>
      {shown === 'skeleton' && <GameSkeleton />}
      {shown === 'content' && round === null && (
        <EmptyView icon={CircleDot} title={words.first} text={words.firstHint} />
      )}
      {shown === 'content' && round && <Game round={round} />}
    </>
  );
}

function SoundSwitch() {
  const t = useRouletteText();
  const isMuted = usePreferences((preferences) => preferences.isMuted);
  const toggle = () => {
    enableSound();
    setPreference({ isMuted: !isMuted });
  };
  return (
    <IconButton
      label={t.sound}
      title={t.sound}
      aria-pressed={!isMuted}
      onClick={toggle}
      className="aria-pressed:text-primary"
    >
      {isMuted ? <VolumeX size={20} aria-hidden /> : <Volume2 size={20} aria-hidden />}
    </IconButton>
  );
}

/** Skeleton until the round is loaded. */
function GameSkeleton() {
  return (
    <Skeleton>
      <div className="strip-frame wheel-frame">
        <SkeletonBlock className="h-(--row) rounded-lg" />
      </div>
      <SkeletonBlock className="mt-3 h-12" />
      <SkeletonBlock className="mt-4 h-22.5 rounded-lg max-md:hidden" />
      <div className="mt-3 grid gap-1.5 sm:mt-4 sm:grid-cols-3 sm:gap-3">
        {COLORS.map((color) => (
          <SkeletonBlock key={color} className="bet-column-skeleton h-15.5 rounded-lg" />
        ))}
      </div>
    </Skeleton>
  );
}
