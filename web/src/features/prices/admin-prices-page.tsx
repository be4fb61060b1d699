import type { Reply } from '@karat/contract/endpoint';
import type { getPrices } from '@karat/contract/prices';
import { pageFrom } from '@karat/rules/pager';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { CircleAlert, RefreshCw, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '#i18n/i18n.ts';
import { useUrlParams } from '#ui/url-params.ts';
import { Button } from '#ui/button.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { Dimmed } from '#ui/dimmed.tsx';
import { useFocusFallback } from '#ui/use-focus-fallback.ts';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { PagerBar } from '#ui/pager-bar.tsx';
import { RedirectToLastPage } from '#ui/redirect-to-last-page.tsx';
import { RelativeTime } from '#ui/time.tsx';
import { showError } from '#ui/show-error.ts';
import { showToast } from '#ui/toast.ts';
import { EmptyView } from '#ui/views.tsx';
import { HeldRow } from './admin-held-row.tsx';
import { PRICES_KEY, pricesQuery, refresh } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

/** The server's name for the source without a feed. */
const SNAPSHOT = 'snapshot';
const ANCHOR = 'held';

type Prices = Reply<typeof getPrices>;

/** The source and age of prices, and the price jumps that wait for a decision. */
export function AdminPricesPage() {
  const t = useText();
  const { prices } = useAdminText();
  const query = useQuery(pricesQuery(pageFrom(useUrlParams().params.get('page'))));
  return (
    <>
      <PageHeading title={t.admin.prices}>
        {query.data !== undefined && query.data.source !== SNAPSHOT && <ReadNow />}
      </PageHeading>
      <QueryView query={query} errorTitle={prices.failed}>
        {(data) => (
          <div className="@container space-y-8">
            <FeedStatus prices={data} />
            <Dimmed isOld={query.isPlaceholderData}>
              <Held prices={data} />
            </Dimmed>
          </div>
        )}
      </QueryView>
    </>
  );
}

function ReadNow() {
  const t = useText();
  const { prices } = useAdminText();
  const queryClient = useQueryClient();
  const reading = useMutation({
    mutationFn: refresh,
    onSuccess: () => showToast('success', prices.wasRead),
    onError: (error) => showError(t, error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: PRICES_KEY }),
  });
  return (
    <Button isPending={reading.isPending} icon={<RefreshCw size={18} aria-hidden />} onClick={() => reading.mutate()}>
      {prices.readNow}
    </Button>
  );
}

function FeedStatus({ prices: { source, readAt, isStale, changed, failure } }: { prices: Prices }) {
  const { prices } = useAdminText();
  if (source === SNAPSHOT) {
    return (
      <section aria-label={prices.source} className="surface p-4 @3xl:p-5">
        <dl>
          <Fact label={prices.source}>{prices.snapshot}</Fact>
        </dl>
        <p className="mt-2 text-card text-pretty text-fg-2">{prices.snapshotHint}</p>
      </section>
    );
  }
  return (
    <section aria-label={prices.source} className="space-y-3">
      {isStale && (
        <Note tone="danger" title={prices.stale}>
          {prices.staleHint}
        </Note>
      )}
      {failure !== null && (
        <Note tone="warn" title={prices.failure}>
          {failure}
        </Note>
      )}
      <dl className="grid gap-4 surface p-4 @xl:grid-cols-3 @3xl:p-5">
        <Fact label={prices.source}>
          <span className="wrap-anywhere">{source}</span>
        </Fact>
        <Fact label={prices.readAt}>
          <span className={clsx(isStale && 'text-danger')}>
            {readAt === null ? (
              prices.never
            ) : (
              <>
                <RelativeTime iso={readAt} />
                <span className="block text-xs font-normal text-fg-3">{formatAdminTime(readAt)}</span>
              </>
            )}
          </span>
        </Fact>
        <Fact label={prices.changed}>{prices.changedItems(changed)}</Fact>
      </dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-fg-3">{label}</dt>
      <dd className="mt-0.5 font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

function Note({ tone, title, children }: { tone: 'danger' | 'warn'; title: string; children: ReactNode }) {
  const isDanger = tone === 'danger';
  return (
    <div
      className={clsx(
        'flex gap-3 rounded-md border p-4',
        isDanger ? 'border-danger/40 bg-danger/8' : 'border-warn/40 bg-warn/8',
      )}
    >
      <CircleAlert size={20} aria-hidden className={clsx('shrink-0', isDanger ? 'text-danger' : 'text-warn')} />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p className="text-pretty text-fg-2">{children}</p>
      </div>
    </div>
  );
}

function Held({ prices: { data, pagination } }: { prices: Prices }) {
  const { prices } = useAdminText();
  const urlParams = useUrlParams();
  const home = useFocusFallback<HTMLElement>();
  const found = pagination.totalResults;
  return (
    <section ref={home} id={ANCHOR} tabIndex={-1} aria-labelledby={`${ANCHOR}-title`} className="outline-none">
      <h2 id={`${ANCHOR}-title`} className="font-display text-h2 font-bold">
        {prices.heldPrice}
        {found > 0 && (
          <span className="ml-3 font-sans text-sm font-medium text-fg-3 tabular-nums">{prices.found(found)}</span>
        )}
      </h2>
      {found > 0 && <p className="mt-1 max-w-xl text-pretty text-fg-2">{prices.heldLead}</p>}
      <div className="mt-4">
        {data.length > 0 ? (
          <>
            <ul aria-labelledby={`${ANCHOR}-title`} className="divide-y divide-line overflow-hidden surface">
              {data.map((heldPrice) => (
                <HeldRow key={heldPrice.itemId} heldPrice={heldPrice} />
              ))}
            </ul>
            <PagerBar pagination={pagination} toPage={(page) => `${urlParams.to({ page })}#${ANCHOR}`} />
          </>
        ) : found > 0 ? (
          <RedirectToLastPage pagination={pagination} />
        ) : (
          <EmptyView icon={ShieldCheck} title={prices.none} text={prices.noneHint} />
        )}
      </div>
    </section>
  );
}
