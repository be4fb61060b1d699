import { ADJUSTMENT_STATES, type AdjustmentState } from '@karat/contract/adjustments';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Scale } from 'lucide-react';
import { useDeskText } from '#i18n/desk/desk-text.ts';
import { useText } from '#i18n/i18n.ts';
import { useAddress } from '#ui/address.ts';
import { ChoiceMenu } from '#ui/choice-menu.tsx';
import { formatNumber } from '#ui/format.ts';
import { Loaded } from '#ui/loaded.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { PagerBar } from '#ui/pager-bar.tsx';
import { PastTheEnd } from '#ui/past-the-end.tsx';
import { Bone, Skeleton } from '#ui/skeleton.tsx';
import { EmptyView } from '#ui/views.tsx';
import { AdjustPanel } from './adjust-panel.tsx';
import { adjustmentsQuery, adjustmentsWishOf, useAdjustmentNews } from './queries.ts';
import { RequestCard } from './request-card.tsx';

/** Large changes of balances: those that wait for a second admin first, then what was decided. */
export function AdminAdjustmentsPage() {
  const t = useText();
  const { adjustments } = useDeskText();
  const address = useAddress();
  useAdjustmentNews();
  const wish = adjustmentsWishOf(address.params);
  const query = useQuery(adjustmentsQuery(wish));
  const found = query.data?.pagination.totalResults ?? 0;
  return (
    <div className="@container">
      <PageHeading
        title={t.admin.adjustments}
        {...(query.data && { lead: adjustments.lead(formatNumber(query.data.approvalAbove)) })}
      />
      <section aria-labelledby="requests-title" className="mb-8">
        <div className="mb-3 flex flex-wrap items-center gap-3">
          <h2 id="requests-title" className="mr-auto font-display text-h2 font-bold">
            {adjustments.list}
            {found > 0 && (
              <span className="ml-3 font-sans text-sm font-medium text-fg-3 tabular-nums">
                {adjustments.found(found)}
              </span>
            )}
          </h2>
          <StateMenu state={wish.state} />
        </div>
        <Loaded query={query} waiting={<RequestBones />} failed={adjustments.failed}>
          {({ data, pagination }) =>
            data.length > 0 ? (
              // What is shown until the next page has come is dimmed, not taken away.
              <div
                aria-busy={query.isPlaceholderData}
                className={clsx('transition-opacity duration-140', query.isPlaceholderData && 'opacity-55')}
              >
                <ul aria-label={t.admin.adjustments} className="surface divide-y divide-line">
                  {data.map((request) => (
                    <RequestCard key={request.id} request={request} />
                  ))}
                </ul>
                <PagerBar pagination={pagination} toPage={(page) => address.to({ page })} />
              </div>
            ) : pagination.totalResults > 0 ? (
              <PastTheEnd pagination={pagination} />
            ) : (
              <EmptyView
                icon={Scale}
                title={wish.state === undefined || wish.state === 'waiting' ? adjustments.none : adjustments.noneFound}
              />
            )
          }
        </Loaded>
      </section>
      <AdjustPanel />
    </div>
  );
}

function StateMenu({ state }: { state: AdjustmentState | undefined }) {
  const { adjustments } = useDeskText();
  const address = useAddress();
  const choices = ADJUSTMENT_STATES.map((value) => ({ value, label: adjustments.states[value] }));
  return (
    <ChoiceMenu<AdjustmentState | 'all'>
      label={adjustments.state}
      value={state ?? 'all'}
      isActive={state !== undefined}
      choices={[{ value: 'all', label: adjustments.all }, ...choices]}
      onChoose={(value) => address.go({ state: value === 'all' ? undefined : value })}
    />
  );
}

function RequestBones() {
  return (
    <Skeleton>
      <div className="grid gap-px overflow-hidden surface">
        {Array.from({ length: 4 }, (_, at) => (
          <Bone key={at} className="h-44 rounded-none @2xl:h-32" />
        ))}
      </div>
    </Skeleton>
  );
}
