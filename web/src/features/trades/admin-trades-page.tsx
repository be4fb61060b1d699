import { TRADE_KINDS, TRADE_STATES, type TradeKind, type TradeState } from '@karat/rules/trades';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { ArrowLeftRight } from 'lucide-react';
import { useText } from '#i18n/i18n.ts';
import { AdminPager } from '#ui/admin-pager.tsx';
import { useUrlParams } from '#ui/url-params.ts';
import { ChoiceMenu } from '#ui/choice-menu.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { RedirectToLastPage } from '#ui/redirect-to-last-page.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { EmptyView } from '#ui/views.tsx';
import { FlaggedAccounts } from './admin-flagged.tsx';
import { OffersTable } from './admin-offers-table.tsx';
import { QUEUE_SHOWN, allOffersQuery, offersFilterOf, queueQuery, useStaffTradeEvents } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

/** Deposits and withdrawals of all players; what waits for staff comes first. */
export function AdminTradesPage() {
  const t = useText();
  useStaffTradeEvents();
  return (
    <div className="@container">
      <PageHeading title={t.admin.trades} />
      <Queue />
      <Offers />
    </div>
  );
}

const titleClass = 'mb-3 font-display text-h2 font-bold';
const countClass = 'ml-3 font-sans text-sm font-medium text-fg-3 tabular-nums';

/** Large withdrawals and flagged accounts; nothing if there are none. */
function Queue() {
  const { trades } = useAdminText();
  const { data } = useQuery(queueQuery);
  if (data === undefined) return null;
  return (
    <>
      {data.waiting > 0 && (
        <section aria-labelledby="queue-title" className="mb-8">
          <h2 id="queue-title" className={titleClass}>
            {trades.queue}
            <span className={countClass}>{trades.found(data.waiting)}</span>
          </h2>
          <div className="overflow-hidden surface border-warn/40">
            <OffersTable label={trades.queue} offers={data.data} />
          </div>
          {data.waiting > QUEUE_SHOWN && (
            <p className="mt-2 text-xs text-fg-3">{trades.queueMore(data.waiting - QUEUE_SHOWN)}</p>
          )}
        </section>
      )}
      {data.flagged.length > 0 && <FlaggedAccounts accounts={data.flagged} />}
    </>
  );
}

function Offers() {
  const { trades } = useAdminText();
  const urlParams = useUrlParams();
  const filter = offersFilterOf(urlParams.params);
  const query = useQuery(allOffersQuery(filter));
  const found = query.data?.pagination.totalResults ?? 0;
  return (
    <section aria-labelledby="offers-title">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 id="offers-title" className="mr-auto font-display text-h2 font-bold">
          {trades.list}
          {found > 0 && <span className={countClass}>{trades.found(found)}</span>}
        </h2>
        <Filters />
      </div>
      <QueryView query={query} loading={<OfferSkeleton />} errorTitle={trades.failed}>
        {({ data, pagination }) =>
          data.length > 0 ? (
            // The previous page stays visible, dimmed, until the next one loads.
            <div
              aria-busy={query.isPlaceholderData}
              className={clsx('transition-opacity duration-140', query.isPlaceholderData && 'opacity-55')}
            >
              <div className="overflow-hidden surface">
                <OffersTable label={trades.list} offers={data} />
              </div>
              <AdminPager pagination={pagination} urlParams={urlParams} />
            </div>
          ) : pagination.totalResults > 0 ? (
            <RedirectToLastPage pagination={pagination} />
          ) : (
            <EmptyView icon={ArrowLeftRight} title={trades.none} text={trades.noneHint} />
          )
        }
      </QueryView>
    </section>
  );
}

function Filters() {
  const { trades } = useAdminText();
  const urlParams = useUrlParams();
  const { state, kind } = offersFilterOf(urlParams.params);
  const all = { value: 'all' as const, label: trades.allStates };
  return (
    <>
      <ChoiceMenu<TradeKind | 'all'>
        label={trades.kind}
        value={kind ?? 'all'}
        isActive={kind !== undefined}
        choices={[all, ...TRADE_KINDS.map((value) => ({ value, label: trades.kinds[value] }))]}
        onChoose={(value) => urlParams.go({ kind: value === 'all' ? undefined : value })}
      />
      <ChoiceMenu<TradeState | 'all'>
        label={trades.state}
        value={state ?? 'all'}
        isActive={state !== undefined}
        choices={[all, ...TRADE_STATES.map((value) => ({ value, label: trades.states[value] }))]}
        onChoose={(value) => urlParams.go({ state: value === 'all' ? undefined : value })}
      />
    </>
  );
}

function OfferSkeleton() {
  return (
    <Skeleton>
      <div className="grid gap-px overflow-hidden surface">
        {Array.from({ length: 8 }, (_, index) => (
          <SkeletonBlock key={index} className="h-50 rounded-none @xl:h-28 @6xl:h-14" />
        ))}
      </div>
    </Skeleton>
  );
}
