import { pages } from '@karat/contract/pages';
import type { PublicProfile } from '@karat/contract/profile';
import { useQuery } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import { useParams } from 'react-router';
import { QueryView } from '#ui/query-view.tsx';
import { Skeleton, SkeletonBlock } from '#ui/skeleton.tsx';
import { NotFoundView, StateView } from '#ui/views.tsx';
import { PlayerDrops } from './player-drops.tsx';
import { PlayerFigures } from './player-figures.tsx';
import { PlayerHead } from './player-head.tsx';
import { PlayerMatches } from './player-matches.tsx';
import { PlayerMissions } from './player-missions.tsx';
import { playerQuery } from './player-queries.ts';
import { RatingLater, RatingPanel, hasRatingCurve } from './rating-panel.tsx';
import { usePlayerText } from './words/player-text.ts';

/** What everyone may see of a player. */
export function PlayerPage() {
  const { username = '' } = useParams();
  return (
    <QueryView
      key={username}
      query={useQuery(playerQuery(username))}
      loading={<PlayerSkeleton />}
      notFound={<Missing />}
    >
      {(profile) => <ProfileView profile={profile} />}
    </QueryView>
  );
}

function ProfileView({ profile }: { profile: PublicProfile }) {
  const { totals, ratingCurve, bestDrops, lastMatches, missions, elo } = profile;
  const hasCurve = ratingCurve !== undefined && hasRatingCurve(ratingCurve);
  return (
    <div className="@container">
      <div className="grid grid-cols-1 gap-3">
        <PlayerHead profile={profile} />
        {totals && totals.matches > 0 && <PlayerFigures totals={totals} />}
        {ratingCurve && elo !== undefined && hasCurve && <RatingPanel points={ratingCurve} elo={elo} />}
      </div>
      {profile.isHidden && <Hidden />}
      <div className="mt-8 grid grid-cols-1 gap-8">
        {bestDrops && <PlayerDrops drops={bestDrops} />}
        {ratingCurve && !hasCurve && <RatingLater />}
        {lastMatches && <PlayerMatches matches={lastMatches} />}
        {missions && <PlayerMissions {...missions} />}
      </div>
    </div>
  );
}

function Hidden() {
  const t = usePlayerText();
  return (
    <section className="mt-3 surface">
      <StateView icon={EyeOff} title={t.hidden} text={t.hiddenHint} />
    </section>
  );
}

function Missing() {
  const t = usePlayerText();
  return (
    <NotFoundView title={t.missing} text={t.missingHint} backLink={{ to: pages.leaderboard, label: t.toLeaderboard }} />
  );
}

const FIGURES = ['matches', 'won', 'rate', 'kills'];
const DROPS = ['first', 'second', 'third', 'fourth', 'fifth'];

function PlayerSkeleton() {
  return (
    <Skeleton>
      <div className="@container">
        <div className="grid grid-cols-1 gap-3">
          <SkeletonBlock className="h-45 rounded-lg @2xl:h-34" />
          <div className="grid grid-cols-2 gap-3 @2xl:grid-cols-4">
            {FIGURES.map((bone) => (
              <SkeletonBlock key={bone} className="h-18 rounded-lg" />
            ))}
          </div>
          <SkeletonBlock className="h-68 rounded-lg @2xl:h-75" />
        </div>
        <SkeletonBlock className="mt-8 mb-3 h-7 w-32" />
        <div className="grid auto-cols-[9.25rem] grid-flow-col gap-3 overflow-hidden @2xl:grid-flow-row @2xl:grid-cols-5">
          {DROPS.map((bone) => (
            <SkeletonBlock key={bone} className="h-52 rounded-lg @2xl:h-54" />
          ))}
        </div>
        <SkeletonBlock className="mt-8 mb-3 h-7 w-32" />
        <SkeletonBlock className="h-80 rounded-lg" />
      </div>
    </Skeleton>
  );
}
