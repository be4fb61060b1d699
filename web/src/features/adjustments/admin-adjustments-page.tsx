import { ADJUSTMENT_STATES, type AdjustmentRequest, type AdjustmentState } from '@karat/contract/adjustments';
import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { useUrlParams } from '#ui/url-params.ts';
import { ChoiceMenu } from '#ui/choice-menu.tsx';
import { Dimmed } from '#ui/dimmed.tsx';
import { useFocusFallback } from '#ui/use-focus-fallback.ts';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { PagerBar } from '#ui/pager-bar.tsx';
import { RedirectToLastPage } from '#ui/redirect-to-last-page.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { EmptyView } from '#ui/views.tsx';
import { AdjustPanel } from './adjust-panel.tsx';
import { DecisionModal } from './decision-modal.tsx';
import { type DecisionAction, adjustmentsQuery, adjustmentsFilterOf, useAdjustmentEvents } from './queries.ts';
import { RequestCard } from './request-card.tsx';
import { useAdminText } from './words/admin-text.ts';

/** Requests for large balance changes: waiting ones first, then decided ones. */
export function AdminAdjustmentsPage() {
  const t = useText();
  const { adjustments } = useAdminText();
  const urlParams = useUrlParams();
  useAdjustmentEvents();
  const filter = adjustmentsFilterOf(urlParams.params);
  const query = useQuery(adjustmentsQuery(filter));
  const list = useFocusFallback<HTMLElement>();
  // Stored here, because the card may leave the list while the modal is open.
  const [openDecision, setOpenDecision] = useState<{
    request: AdjustmentRequest;
    decision: DecisionAction['decision'];
  }>();
  const found = query.data?.pagination.totalResults ?? 0;
  return (
    <div className="@container">
      <PageHeading
        title={t.admin.adjustments}
        // Reserves its space until the limit is loaded.
        lead={adjustments.lead(query.data ? formatNumber(query.data.approvalAbove) : '…')}
      />
      <section ref={list} tabIndex={-1} aria-labelledby="requests-title" className="mb-8 outline-none">
        <div className="mb-3 flex flex-wrap items-center gap-3">
          <h2 id="requests-title" className="mr-auto font-display text-h2 font-bold">
            {adjustments.list}
            {found > 0 && (
              <span className="ml-3 font-sans text-sm font-medium text-fg-3 tabular-nums">
                {adjustments.found(found)}
              </span>
            )}
          </h2>
          <StateMenu state={filter.state} />
        </div>
        <QueryView query={query} loading={<RequestSkeleton />} errorTitle={adjustments.failed}>
          {({ data, pagination }) =>
            data.length > 0 ? (
              <Dimmed isOld={query.isPlaceholderData}>
                <ul aria-label={t.admin.adjustments} className="surface divide-y divide-line">
                  {data.map((request) => (
                    <RequestCard
                      key={request.id}
                      request={request}
                      onDecide={(decision) => setOpenDecision({ request, decision })}
                    />
                  ))}
                </ul>
                <PagerBar pagination={pagination} toPage={(page) => urlParams.to({ page })} />
              </Dimmed>
            ) : pagination.totalResults > 0 ? (
              <RedirectToLastPage pagination={pagination} />
            ) : (
              <EmptyView
                icon={Scale}
                title={
                  filter.state === undefined || filter.state === 'waiting' ? adjustments.none : adjustments.noneFound
                }
              />
            )
          }
        </QueryView>
        {openDecision && <DecisionModal {...openDecision} onClose={() => setOpenDecision(undefined)} />}
      </section>
      <AdjustPanel />
    </div>
  );
}

function StateMenu({ state }: { state: AdjustmentState | undefined }) {
  const { adjustments } = useAdminText();
  const urlParams = useUrlParams();
  const choices = ADJUSTMENT_STATES.map((value) => ({ value, label: adjustments.states[value] }));
  return (
    <ChoiceMenu<AdjustmentState | 'all'>
      label={adjustments.state}
      value={state ?? 'all'}
      isActive={state !== undefined}
      choices={[{ value: 'all', label: adjustments.all }, ...choices]}
      onChoose={(value) => urlParams.go({ state: value === 'all' ? undefined : value })}
    />
  );
}

function RequestSkeleton() {
  return (
    <Skeleton>
      <div className="grid gap-px overflow-hidden surface">
        {Array.from({ length: 4 }, (_, index) => (
          <SkeletonBlock key={index} className="h-44 rounded-none @2xl:h-32" />
        ))}
      </div>
    </Skeleton>
  );
}
