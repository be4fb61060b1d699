import { LEADERBOARD_SORTS } from '@karat/contract/leaderboard';
import { pages } from '@karat/contract/pages';
import { pageFrom } from '@karat/rules/pager';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Trophy } from 'lucide-react';
import { useSession } from '#core/session.ts';
import { useText } from '#i18n/i18n.ts';
import { useUrlParams } from '#ui/url-params.ts';
import { ButtonLink } from '#ui/button.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { PagerBar } from '#ui/pager-bar.tsx';
import { RedirectToLastPage } from '#ui/redirect-to-last-page.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { StateView } from '#ui/views.tsx';
import { leaderboardQuery, useLiveLeaderboard } from './leaderboard.ts';
import { RankTable } from './rank-table.tsx';
import { useLeaderboardText } from './words/leaderboard-text.ts';

const PLAYERS_PER_PAGE = 20;

/** All players who have won a match, best first. */
export function LeaderboardPage() {
  const t = useText();
  const words = useLeaderboardText();
  const urlParams = useUrlParams();
  const page = pageFrom(urlParams.params.get('page'));
  const sort = LEADERBOARD_SORTS.find((each) => each === urlParams.params.get('sort')) ?? 'elo';
  const query = useQuery(leaderboardQuery({ sort, page, limit: PLAYERS_PER_PAGE }));
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  useLiveLeaderboard();
  const found = query.data?.pagination.totalResults ?? 0;
  return (
    <>
      <PageHeading
        title={t.leaderboard.title}
        beside={
          found > 0 && (
            <span className="ml-3 font-sans text-sm font-medium text-fg-3 tabular-nums">{words.found(found)}</span>
          )
        }
      />
      <QueryView query={query} loading={<RankSkeleton />}>
        {({ data, pagination, own }) =>
          data.length > 0 ? (
            // The previous page stays visible, dimmed, until the next one loads.
            <div
              aria-busy={query.isPlaceholderData}
              className={clsx('transition-opacity duration-140', query.isPlaceholderData && 'opacity-55')}
            >
              <RankTable rows={data} ownRow={own} sort={sort} />
              {isLoggedIn && own === null && <p className="mt-3 text-fg-2">{words.unranked}</p>}
              <PagerBar pagination={pagination} toPage={(next) => urlParams.to({ page: next })} />
            </div>
          ) : pagination.totalResults > 0 ? (
            <RedirectToLastPage pagination={pagination} />
          ) : (
            <RankTable rows={data} ownRow={own} sort={sort}>
              <StateView icon={Trophy} title={words.empty} text={words.emptyHint}>
                <ButtonLink to={pages.home} variant="primary">
                  {t.menu.duels}
                </ButtonLink>
              </StateView>
            </RankTable>
          )
        }
      </QueryView>
    </>
  );
}

function RankSkeleton() {
  return (
    <Skeleton>
      <div className="grid gap-px overflow-hidden surface">
        {Array.from({ length: PLAYERS_PER_PAGE }, (_, index) => (
          <SkeletonBlock key={index} className="h-13 rounded-none" />
        ))}
      </div>
    </Skeleton>
  );
}
