import { pages } from '@karat/contract/pages';
import { pageFrom } from '@karat/rules/pager';
import { useQuery } from '@tanstack/react-query';
import { CircleDot, Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMayOpen } from '#core/admin-pages.ts';
import { useText } from '#i18n/i18n.ts';
import { AdminPager, rowCountFrom } from '#ui/admin-pager.tsx';
import { useUrlParams } from '#ui/url-params.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Dimmed } from '#ui/dimmed.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { RedirectToLastPage } from '#ui/redirect-to-last-page.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { EmptyView } from '#ui/views.tsx';
import { DayTotalsPanel } from './admin-day-totals.tsx';
import { useLiveRounds } from './admin-live-rounds.ts';
import { roundsQuery } from './admin-queries.ts';
import { RoundsTable } from './admin-rounds-table.tsx';
import { useAdminText } from './words/admin-text.ts';

const ANCHOR = 'rounds';

/** Roulette totals by day and the list of all rounds. */
export function AdminGamesTab({ tabs }: { tabs?: ReactNode }) {
  const t = useText();
  const mayOpen = useMayOpen();
  const page = pageFrom(useUrlParams().params.get('page'));
  useLiveRounds(page);
  return (
    <>
      <PageHeading title={t.admin.games}>
        {mayOpen('adminServer') && (
          <ButtonLink to={pages.adminServer} icon={<Server size={18} aria-hidden />}>
            {t.admin.server}
          </ButtonLink>
        )}
      </PageHeading>
      {tabs}
      <DayTotalsPanel page={page} />
      <Rounds page={page} />
    </>
  );
}

function Rounds({ page }: { page: number }) {
  const { games } = useAdminText();
  const urlParams = useUrlParams();
  const query = useQuery(roundsQuery(page, rowCountFrom(urlParams.params)));
  const found = query.data?.pagination.totalResults ?? 0;
  return (
    <section id={ANCHOR} aria-labelledby={`${ANCHOR}-title`} className="@container">
      <h2 id={`${ANCHOR}-title`} className="mb-3 font-display text-h2 font-bold">
        {games.rounds}
        {found > 0 && (
          <span className="ml-3 font-sans text-sm font-medium text-fg-3 tabular-nums">{games.found(found)}</span>
        )}
      </h2>
      <QueryView query={query} loading={<RoundSkeleton />} errorTitle={games.failed}>
        {({ data, pagination }) =>
          data.length > 0 ? (
            <Dimmed isOld={query.isPlaceholderData}>
              <div className="overflow-hidden surface">
                <RoundsTable rounds={data} />
              </div>
              {/* The top of the page is far above, so page links jump to the start of the list. */}
              <AdminPager pagination={pagination} urlParams={urlParams} hash={`#${ANCHOR}`} />
            </Dimmed>
          ) : pagination.totalResults > 0 ? (
            <RedirectToLastPage pagination={pagination} />
          ) : (
            <EmptyView icon={CircleDot} title={games.none} text={games.noneHint} />
          )
        }
      </QueryView>
    </section>
  );
}

function RoundSkeleton() {
  return (
    <Skeleton>
      <div className="grid gap-px overflow-hidden surface">
        {Array.from({ length: 10 }, (_, index) => (
          <SkeletonBlock key={index} className="h-50 rounded-none @xl:h-24 @5xl:h-11" />
        ))}
      </div>
    </Skeleton>
  );
}
