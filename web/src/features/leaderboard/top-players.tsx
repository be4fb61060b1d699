import type { LeaderboardRow } from '@karat/contract/leaderboard';
import { pages } from '@karat/contract/pages';
import { ratingTier } from '@karat/rules/rating';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { ChevronRight, Crown } from 'lucide-react';
import { Link } from 'react-router';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { Avatar } from '#ui/avatar.tsx';
import { PlayerName } from '#ui/player-name.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { tierText } from '#ui/tier-text.ts';
import { leaderboardQuery, useLiveLeaderboard } from './leaderboard.ts';
import { useLeaderboardText } from './words/leaderboard-text.ts';

const TOP_COUNT = 5;

/** The first five of the leaderboard. Its height is that of five rows, also while there are fewer. */
export function TopPlayers() {
  const t = useText();
  const words = useLeaderboardText();
  useLiveLeaderboard();
  const { data, isPending, isError } = useQuery(leaderboardQuery({ sort: 'elo', page: 1, limit: TOP_COUNT }));
  const players = data?.data ?? [];
  return (
    <section aria-labelledby="top-players" className="surface flex flex-col p-4 md:p-5">
      <div className="mb-2 flex min-h-9 items-center justify-between gap-3">
        <h2 id="top-players" className="font-display text-h2 font-bold">
          {words.top}
        </h2>
        <Link to={pages.leaderboard} className="home-link">
          {t.leaderboard.title}
          <ChevronRight size={16} aria-hidden />
        </Link>
      </div>
      <div className="flex min-h-65 grow flex-col">
        {isPending && <RowsSkeleton />}
        {!isPending && players.length === 0 && (
          <p className="grid grow place-content-center justify-items-center gap-3 text-center text-card text-pretty text-fg-2">
            <Crown size={32} strokeWidth={1.5} aria-hidden className="text-fg-3" />
            {isError ? t.views.error : words.topEmpty}
          </p>
        )}
        {players.length > 0 && (
          <ol className="divide-y divide-line">
            {players.map((row) => (
              <TopRow key={row.username} row={row} />
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

function TopRow({ row: { place, username, avatar, elo, total_wins: wins } }: { row: LeaderboardRow }) {
  const t = useText();
  const words = useLeaderboardText();
  return (
    <li className="flex h-13 items-center gap-3">
      <span className="w-5 shrink-0 text-center text-card text-fg-2 tabular-nums">
        {place === 1 ? (
          <Crown role="img" aria-label={words.first} size={18} className="mx-auto fill-r7/25 text-r7" />
        ) : (
          formatNumber(place)
        )}
      </span>
      <span aria-hidden className="flex shrink-0">
        <Avatar src={avatar} username={username} elo={elo} size={32} />
      </span>
      <span className="min-w-0 grow font-semibold">
        <PlayerName username={username} isSandbox={false} />
      </span>
      <span className="shrink-0 text-card text-fg-2 tabular-nums">{words.winCount(wins)}</span>
      <span
        className={clsx('w-13 shrink-0 text-right font-display font-bold tabular-nums', tierText[ratingTier(elo)])}
        title={t.profile.rating(formatNumber(elo))}
      >
        <span className="sr-only">{t.profile.rating(formatNumber(elo))}</span>
        <span aria-hidden>{formatNumber(elo)}</span>
      </span>
    </li>
  );
}

function RowsSkeleton() {
  return (
    <Skeleton>
      {Array.from({ length: TOP_COUNT }, (_, index) => (
        <div key={index} className="flex h-13 items-center gap-3">
          <SkeletonBlock className="size-8" />
          <SkeletonBlock className="h-4 grow" />
        </div>
      ))}
    </Skeleton>
  );
}
