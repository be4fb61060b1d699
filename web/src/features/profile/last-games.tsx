import { pages } from '@karat/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { QueryView } from '#ui/query-view.tsx';
import { GameSkeleton, GamesTable } from './games-table.tsx';
import { gamesQuery } from './queries.ts';
import { useLiveGames } from './use-live-games.ts';
import { useProfileText } from './words/profile-text.ts';

const GAMES_SHOWN = 5;

/** The player's latest games, with a link to all. */
export function LastGames() {
  const t = useProfileText();
  const query = useQuery(gamesQuery({ page: 1, limit: GAMES_SHOWN }));
  useLiveGames();
  return (
    <section aria-labelledby="last-games">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-4">
        <h2 id="last-games" className="grow font-display text-h2 font-bold">
          {t.profile.lastGames}
        </h2>
        {(query.data?.pagination.totalResults ?? 0) > GAMES_SHOWN && (
          <Link to={pages.history} className="hit-area relative font-semibold text-primary hover:underline">
            {t.games.seeAll}
          </Link>
        )}
      </div>
      <QueryView query={query} loading={<GameSkeleton count={1} />}>
        {({ data }) => (
          <GamesTable
            label={t.profile.lastGames}
            games={data}
            empty={{ title: t.profile.noGames, text: t.profile.noGamesHint }}
            isBrief
          />
        )}
      </QueryView>
    </section>
  );
}
