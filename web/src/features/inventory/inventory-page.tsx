import type { OwnedItem } from '@karat/contract/inventory';
import { pages } from '@karat/contract/pages';
import type { Pagination } from '@karat/contract/pagination';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { SearchX, ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useReveals } from '#core/reveals.ts';
import { useText } from '#i18n/i18n.ts';
import { useUrlParams } from '#ui/url-params.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { PagerBar } from '#ui/pager-bar.tsx';
import { RedirectToLastPage } from '#ui/redirect-to-last-page.tsx';
import { EmptyView } from '#ui/views.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { Filters } from './filters.tsx';
import { OwnedCard } from './owned-card.tsx';
import { type InventoryFilter, inventoryFilterOf, inventoryQuery, isFiltered, withoutUnrevealed } from './queries.ts';
import { chosenOf, isSellable, priceOf, toggled, toggledPage, withSold } from './selection.ts';
import { useSales } from './use-sales.ts';
import { useInventoryText } from './words/inventory-text.ts';

const SellModal = lazyComponent(async () => (await import('./sell-modal.tsx')).SellModal);

/** The first rows, visible at once. */
const EAGER_COUNT = 8;

/** The player's items: searchable, sold one by one or together. */
export function InventoryPage() {
  const t = useText();
  const words = useInventoryText();
  const urlParams = useUrlParams();
  const filter = inventoryFilterOf(urlParams.params);
  const hiddenIds = useReveals((reveals) => reveals.hiddenRolls);
  const query = useQuery({ ...inventoryQuery(filter), select: (page) => withoutUnrevealed(page, hiddenIds) });
  const found = query.data?.pagination.totalResults;
  return (
    <>
      <PageHeading
        title={t.inventory.title}
        beside={
          found !== undefined && (
            <span className="ml-3 font-sans text-sm font-medium text-fg-3">{words.found(found)}</span>
          )
        }
      >
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          {query.data !== undefined && query.data.totalPrice > 0 && (
            <p className="flex items-center gap-2 text-fg-3">
              {words.worth}
              <Diamonds amount={query.data.totalPrice} className="text-base text-fg" />
            </p>
          )}
          <ButtonLink to={pages.listings} size="dense">
            {t.market.listings}
          </ButtonLink>
        </div>
      </PageHeading>
      <QueryView query={query}>
        {({ items, pagination }) => (
          <>
            {(pagination.totalResults > 0 || isFiltered(filter)) && <Filters filter={filter} urlParams={urlParams} />}
            {/* The previous page stays visible, dimmed, until the next one loads. */}
            <div
              aria-busy={query.isPlaceholderData}
              className={clsx('transition-opacity duration-140', query.isPlaceholderData && 'opacity-55')}
            >
              <ItemGrid items={items} pagination={pagination} filter={filter} />
            </div>
          </>
        )}
      </QueryView>
    </>
  );
}

type ItemGridProps = { items: readonly OwnedItem[]; pagination: Pagination; filter: InventoryFilter };

function ItemGrid({ items, pagination, filter }: ItemGridProps) {
  const t = useInventoryText();
  const urlParams = useUrlParams();
  const { search } = useLocation();
  const sales = useSales(items);
  const [selection, setSelection] = useState({ search, ids: new Set<number>() });
  // The selection belongs to the shown page: another page starts without one.
  const ids = selection.search === search ? selection.ids : new Set<number>();
  const select = (next: Set<number>) => setSelection({ search, ids: next });
  const shown = withSold(items, sales.soldItems);
  const chosen = chosenOf(items, ids);
  if (shown.length === 0) {
    return pagination.totalResults > 0 ? <RedirectToLastPage pagination={pagination} /> : <NoItems filter={filter} />;
  }
  const free = items.filter(isSellable);
  return (
    <>
      {free.length > 1 && (
        <label className="mb-3 inline-flex min-h-11 cursor-pointer items-center gap-2.5 text-card font-medium text-fg-2 md:min-h-0">
          <Checkbox checked={chosen.length === free.length} onChange={() => select(toggledPage(items, ids))} />
          {t.selectPage}
        </label>
      )}
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))]">
        {shown.map((item, index) => (
          <li key={item.id}>
            <OwnedCard
              item={item}
              isEager={index < EAGER_COUNT}
              isChosen={chosen.includes(item)}
              isSelling={sales.sellingIds.has(item.id)}
              isSold={sales.soldItems.some((each) => each.item.id === item.id)}
              onToggle={() => select(toggled(ids, item.id))}
              onSell={() => sales.sellOne(item)}
            />
          </li>
        ))}
      </ul>
      <PagerBar pagination={pagination} toPage={(page) => urlParams.to({ page })} />
      {chosen.length > 0 && (
        <BulkBar
          count={chosen.length}
          price={priceOf(chosen)}
          isSelling={sales.isSelling}
          onSell={() => sales.openConfirmation(chosen)}
          onClear={() => select(new Set())}
        />
      )}
      <MountWhenOpened isOpen={sales.confirmation.isOpen}>
        <SellModal
          items={sales.confirmation.items}
          isOpen={sales.confirmation.isOpen}
          isSelling={sales.isSelling}
          onClose={sales.close}
          onConfirm={() => sales.sellNow(sales.confirmation.items)}
        />
      </MountWhenOpened>
    </>
  );
}

function NoItems({ filter }: { filter: InventoryFilter }) {
  const t = useText();
  const words = useInventoryText();
  const urlParams = useUrlParams();
  if (isFiltered(filter)) {
    const none = { search: undefined, rarity: undefined, type: undefined, exterior: undefined };
    return (
      <EmptyView icon={SearchX} title={t.stock.noneFound} text={t.stock.noneFoundHint}>
        <Button onClick={() => urlParams.go(none)}>{t.stock.resetFilters}</Button>
      </EmptyView>
    );
  }
  return (
    <EmptyView icon={ShoppingBag} title={words.empty} text={words.emptyHint}>
      <ButtonLink to={pages.cases} variant="primary">
        {t.stock.toCases}
      </ButtonLink>
    </EmptyView>
  );
}
