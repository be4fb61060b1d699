import { LIMIT_DEFAULT } from '@karat/contract/pagination';
import { pageFrom } from '@karat/rules/pager';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useText } from '#i18n/i18n.ts';
import { useUrlParams } from '#ui/url-params.ts';
import { QueryView } from '#ui/query-view.tsx';
import { PagerBar } from '#ui/pager-bar.tsx';
import { RedirectToLastPage } from '#ui/redirect-to-last-page.tsx';
import { GameSkeleton, GamesTable } from './games-table.tsx';
import { gamesQuery } from './queries.ts';
import { useLiveGames } from './use-live-games.ts';
import { useProfileText } from './words/profile-text.ts';

/** All finished games of the player. */
export function HistoryPage() {
  const {
    history: { title },
  } = useText();
  const { games, history } = useProfileText();
  const urlParams = useUrlParams();
  const page = pageFrom(urlParams.params.get('page'));
  const query = useQuery(gamesQuery({ page, limit: LIMIT_DEFAULT }));
  useLiveGames(page);
  const found = query.data?.pagination.totalResults ?? 0;
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-3 font-display text-h2 font-bold">
        {title}
        {found > 0 && (
          <span className="ml-3 font-sans text-sm font-medium text-fg-3 tabular-nums">{games.found(found)}</span>
        )}
      </h2>
      <QueryView query={query} loading={<GameSkeleton count={LIMIT_DEFAULT} />}>
        {({ data, pagination }) =>
          data.length === 0 && pagination.totalResults > 0 ? (
            <RedirectToLastPage pagination={pagination} />
          ) : (
            // The previous page stays visible, dimmed, until the next one loads.
            <div
              aria-busy={query.isPlaceholderData}
              className={clsx('transition-opacity duration-140', query.isPlaceholderData && 'opacity-55')}
            >
              <GamesTable label={title} games={data} empty={{ title: history.empty, text: history.emptyHint }} />
              <PagerBar pagination={pagination} toPage={(next) => urlParams.to({ page: next })} />
            </div>
          )
        }
      </QueryView>
    </section>
  );
}
