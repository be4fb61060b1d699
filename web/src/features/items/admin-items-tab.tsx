import type { Item } from '@karat/contract/items';
import { pages } from '@karat/contract/pages';
import { splitMarketName } from '@karat/rules/items';
import { pageFrom } from '@karat/rules/pager';
import { useQuery } from '@tanstack/react-query';
import { ChartLine, Pencil, Plus, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#i18n/i18n.ts';
import { useUrlParams, useDebouncedSearch } from '#ui/url-params.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { ItemName } from '#ui/item-name.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { PagerBar } from '#ui/pager-bar.tsx';
import { RedirectToLastPage } from '#ui/redirect-to-last-page.tsx';
import { rarityColors } from '#ui/rarity.ts';
import { SearchBox } from '#ui/search-box.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { EmptyView } from '#ui/views.tsx';
import { itemsQuery } from './queries.ts';
import { useAdminText } from './words/admin-text.ts';

const AdminItemModal = lazyComponent(async () => (await import('./admin-item-modal.tsx')).AdminItemModal);

/** The catalogue: search, add and edit items. */
export function AdminItemsTab() {
  const t = useText();
  const words = useAdminText();
  const urlParams = useUrlParams();
  const [page, search] = [pageFrom(urlParams.params.get('page')), (urlParams.params.get('search') ?? '').trim()];
  const searchBox = useDebouncedSearch(search, (text) => urlParams.replace({ search: text }));
  const editor = useEditor();
  return (
    <>
      <PageHeading title={t.admin.items}>
        <ButtonLink to={pages.adminPrices} icon={<ChartLine size={18} aria-hidden />}>
          {t.admin.prices}
        </ButtonLink>
        <Button variant="primary" icon={<Plus size={18} aria-hidden />} onClick={() => editor.open(undefined)}>
          {words.items.add}
        </Button>
      </PageHeading>
      <div className="mb-4 max-w-md">
        <SearchBox
          label={words.items.search}
          value={searchBox.text}
          onChange={searchBox.setText}
          onSubmit={searchBox.searchNow}
        />
      </div>
      <QueryView query={useQuery(itemsQuery({ page, search }))} loading={<ItemSkeleton />}>
        {({ items, pagination }) =>
          items.length > 0 ? (
            <>
              <p className="mb-2 text-xs text-fg-3">{words.items.found(pagination.totalResults)}</p>
              <ul className="surface divide-y divide-line overflow-hidden">
                {items.map((item) => (
                  <ItemRow key={item.id} item={item} onEdit={() => editor.open(item)} />
                ))}
              </ul>
              <PagerBar pagination={pagination} toPage={(next) => urlParams.to({ page: next })} />
            </>
          ) : pagination.totalResults > 0 ? (
            <RedirectToLastPage pagination={pagination} />
          ) : (
            <EmptyView icon={SearchX} title={words.items.none} text={words.items.noneHint} />
          )
        }
      </QueryView>
      <MountWhenOpened isOpen={editor.isOpen}>
        <AdminItemModal key={editor.turn} item={editor.item} isOpen={editor.isOpen} onClose={editor.close} />
      </MountWhenOpened>
    </>
  );
}

// Each opening mounts a new form, so that nothing of the last item remains.
function useEditor() {
  const [state, setState] = useState<{ item: Item | undefined; isOpen: boolean; turn: number }>({
    item: undefined,
    isOpen: false,
    turn: 0,
  });
  return {
    ...state,
    open: (item: Item | undefined) => setState(({ turn }) => ({ item, isOpen: true, turn: turn + 1 })),
    close: () => setState((before) => ({ ...before, isOpen: false })),
  };
}

function ItemRow({ item, onEdit }: { item: Item; onEdit: () => void }) {
  const words = useAdminText();
  const { name, exterior } = splitMarketName(item.market_hash_name);
  return (
    <li
      className="flex items-center gap-3 px-3 py-2 transition-colors duration-140 hover:bg-bg-2 sm:px-4"
      style={rarityColors(item.skinRarity)}
    >
      <span className="relative isolate shrink-0 overflow-hidden rounded-sm bg-bg-2">
        <span aria-hidden className="rarity-glow" />
        <ItemPicture src={item.image} sizes="64px" className="w-12 sm:w-16" />
      </span>
      <div className="min-w-0 grow">
        <p className="text-pretty">
          <ItemName name={name} layout="inline" />
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-fg-3">
          <span>{exterior}</span>
          <span className="text-(--r-text)">{item.skinRarity}</span>
          <span>{item.weaponType}</span>
        </p>
        {item.min_price === null && <p className="mt-0.5 text-xs text-warn">{words.items.unpriced}</p>}
      </div>
      <dl className="grid shrink-0 justify-items-end gap-x-2 sm:grid-flow-col sm:grid-cols-[6.5rem_6.5rem] sm:grid-rows-[auto_auto]">
        <dt className="text-2xs text-fg-3 max-sm:sr-only">{words.items.price}</dt>
        <dd>
          <Diamonds amount={item.price} />
        </dd>
        <dt className="text-2xs text-fg-3 max-sm:sr-only">{words.items.quickSell}</dt>
        <dd>
          <Diamonds amount={item.quick_sell_price} className="text-fg-2 max-sm:text-xs" />
        </dd>
      </dl>
      <Button size="dense" aria-label={words.items.editItem(item.market_hash_name)} onClick={onEdit}>
        <Pencil size={16} aria-hidden className="text-fg-3" />
        <span className="max-sm:sr-only">{words.items.edit}</span>
      </Button>
    </li>
  );
}

function ItemSkeleton() {
  return (
    <Skeleton>
      <div className="surface divide-y divide-line">
        {Array.from({ length: 6 }, (_, index) => (
          <div key={index} className="flex items-center gap-3 px-4 py-2">
            <SkeletonBlock className="h-12 w-16" />
            <div className="grow space-y-2">
              <SkeletonBlock className="h-4 w-44 max-w-full" />
              <SkeletonBlock className="h-3 w-32 max-w-full" />
            </div>
            <SkeletonBlock className="h-9 w-20" />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
