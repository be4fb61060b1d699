import type { StaffListing } from '@karat/contract/market';
import { LISTING_STATES } from '@karat/rules/market';
import { useQuery } from '@tanstack/react-query';
import { SearchX, Store, X } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#i18n/i18n.ts';
import { AdminPager } from '#ui/admin-pager.tsx';
import { useUrlParams, useDebouncedSearch } from '#ui/url-params.ts';
import { Button } from '#ui/button.tsx';
import { Dimmed } from '#ui/dimmed.tsx';
import { useFocusFallback } from '#ui/use-focus-fallback.ts';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { RedirectToLastPage } from '#ui/redirect-to-last-page.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { TabLinks } from '#ui/tab-links.tsx';
import { EmptyView } from '#ui/views.tsx';
import { ListingRow } from './admin-listing-row.tsx';
import { allListingsQuery, isFiltered, type ListingsFilter, listingsFilterOf } from './admin-queries.ts';
import { RemoveModal } from './admin-remove-modal.tsx';
import { useAdminText } from './words/admin-text.ts';

/** All listings, open and closed, with a way to remove an open one. */
export function AdminListingsPage() {
  const t = useText();
  const { listings } = useAdminText();
  const urlParams = useUrlParams();
  const filter = listingsFilterOf(urlParams.params);
  const query = useQuery(allListingsQuery(filter));
  const home = useFocusFallback<HTMLElement>();
  const [picked, setPicked] = useState<StaffListing>();
  return (
    <>
      <PageHeading title={t.admin.listings} />
      <Filters filter={filter} urlParams={urlParams} />
      <section ref={home} tabIndex={-1} aria-label={listings.listLabel} className="outline-none">
        <QueryView query={query} loading={<ListingSkeleton />} errorTitle={listings.failed}>
          {({ data, pagination }) =>
            data.length > 0 ? (
              <Dimmed isOld={query.isPlaceholderData} className="@container">
                <p className="mb-2 text-xs text-fg-3">{listings.found(pagination.totalResults)}</p>
                <ul aria-label={listings.listLabel} className="divide-y divide-line overflow-hidden surface">
                  {data.map((listing) => (
                    <ListingRow key={listing.id} listing={listing} onRemove={() => setPicked(listing)} />
                  ))}
                </ul>
                <AdminPager pagination={pagination} urlParams={urlParams} />
              </Dimmed>
            ) : pagination.totalResults > 0 ? (
              <RedirectToLastPage pagination={pagination} />
            ) : (
              <NoListings filter={filter} urlParams={urlParams} />
            )
          }
        </QueryView>
      </section>
      {picked !== undefined && <RemoveModal key={picked.id} listing={picked} onClose={() => setPicked(undefined)} />}
    </>
  );
}

type FilterProps = { filter: ListingsFilter; urlParams: ReturnType<typeof useUrlParams> };

function Filters({ filter, urlParams }: FilterProps) {
  const { listings } = useAdminText();
  const searchBox = useDebouncedSearch(filter.username, (text) => urlParams.replace({ username: text }));
  const tabs = [undefined, ...LISTING_STATES].map((state) => ({
    to: urlParams.to({ state }),
    label: state === undefined ? listings.anyState : listings.states[state],
    isCurrent: state === filter.state,
  }));
  return (
    <div className="mb-4 space-y-4">
      <TabLinks label={listings.statesLabel} tabs={tabs} />
      <div className="flex flex-wrap items-center gap-3">
        <div className="w-full sm:max-w-sm">
          <SearchBox
            label={listings.search}
            value={searchBox.text}
            onChange={searchBox.setText}
            onSubmit={searchBox.searchNow}
          />
        </div>
        {filter.itemId !== undefined && (
          <Button icon={<X size={18} aria-hidden />} onClick={() => urlParams.go({ itemId: undefined })}>
            {listings.ofOneSkin}
          </Button>
        )}
      </div>
    </div>
  );
}

function NoListings({ filter, urlParams }: FilterProps) {
  const t = useText();
  const { listings } = useAdminText();
  if (!isFiltered(filter)) return <EmptyView icon={Store} title={listings.none} text={listings.noneHint} />;
  return (
    <EmptyView icon={SearchX} title={listings.noneFound} text={listings.noneFoundHint}>
      <Button onClick={() => urlParams.go({ state: undefined, username: undefined, itemId: undefined })}>
        {t.stock.resetFilters}
      </Button>
    </EmptyView>
  );
}

function ListingSkeleton() {
  return (
    <Skeleton>
      <div className="divide-y divide-line surface">
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} className="flex items-center gap-3 px-4 py-3">
            <SkeletonBlock className="h-12 w-16" />
            <div className="grow space-y-2">
              <SkeletonBlock className="h-4 w-52 max-w-full" />
              <SkeletonBlock className="h-3 w-36 max-w-full" />
            </div>
            <SkeletonBlock className="h-6 w-20" />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
