import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { leaderboardQuery, useLiveLeaderboard } from '#features/leaderboard/leaderboard.ts';
import { Avatar } from '#ui/avatar.tsx';
import { useLobbyText } from './words/lobby-text.ts';

const TOP_COUNT = 3;

/** The top three of the leaderboard; undefined until loaded. */
export function useTopPlayers() {
  useLiveLeaderboard();
  return useQuery(leaderboardQuery({ sort: 'elo', page: 1, limit: TOP_COUNT })).data?.data;
}

type TopPlayers = NonNullable<ReturnType<typeof useTopPlayers>>;

/** Their names in one line. */
export function TopNames({ players }: { players: TopPlayers | undefined }) {
  const t = useLobbyText();
  if (players?.length === 0) return t.topIdle;
  // The line keeps its height until the names load.
  if (players === undefined) return '\u00a0';
  return players.map(({ username }, index) => (
    <span key={username}>
      {index > 0 && ' · '}
      <bdi className={clsx(index === 0 && 'font-semibold text-fg')}>{username}</bdi>
    </span>
  ));
}

/** Their avatars, the first in front. */
export function TopPictures({ players }: { players: TopPlayers }) {
  return (
    <span aria-hidden className="isolate flex shrink-0 -space-x-2.5 max-sm:hidden">
      {players.map(({ username, avatar, elo }, index) => (
        <span key={username} className="relative" style={{ zIndex: TOP_COUNT - index }}>
          <Avatar src={avatar} username={username} elo={elo} size={36} />
        </span>
      ))}
    </span>
  );
}
