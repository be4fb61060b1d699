import type { SteamInventoryItem } from '@karat/contract/inventory';
import { pages } from '@karat/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import { setModalState, useModals } from '#core/modals.ts';
import { useReveals } from '#core/reveals.ts';
import { SwitchNotice, useIsOff } from '#features/switches/switches.tsx';
import { useText } from '#i18n/i18n.ts';
import { ButtonLink } from '#ui/button.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { Modal } from '#ui/modal.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { EmptyView } from '#ui/views.tsx';
import { sellableQuery } from './queries.ts';
import { UnavailableRow, SellRow } from './sell-row.tsx';
import { useMarketText } from './words/market-text.ts';

const close = () => setModalState('isSellOpen', false);
/** With fewer items a search is not worth its space. */
const SEARCH_SHOWN_MIN = 9;

/** Lists the player's items for sale, one expanded at a time. */
export function SellModal() {
  const t = useMarketText();
  const isOpen = useModals((modals) => modals.isSellOpen);
  const initialItemId = useModals((modals) => modals.itemToSellId);
  const isOff = useIsOff('market');
  const query = useQuery({ ...sellableQuery, enabled: isOpen });
  return (
    <Modal isOpen={isOpen} onClose={close} title={t.sell.title} text={t.sell.text}>
      {isOff ? (
        <SwitchNotice name="market" />
      ) : (
        <QueryView query={query} loading={<SellSkeleton />}>
          {(items) => <Items items={items} begunWith={initialItemId} />}
        </QueryView>
      )}
    </Modal>
  );
}

function Items({ items, begunWith }: { items: readonly SteamInventoryItem[]; begunWith: number | undefined }) {
  const t = useMarketText();
  const [openId, setOpenId] = useState(begunWith);
  const [search, setSearch] = useState('');
  // Prizes of a running spin stay hidden.
  const hiddenIds = useReveals((reveals) => reveals.hiddenRolls);
  const visibleItems = items.filter(({ id }) => !hiddenIds.has(id));
  const words = search.toLowerCase().split(/\s+/);
  const found = visibleItems.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  const free = withFirst(
    found.filter(({ tradable }) => tradable === 1),
    begunWith,
  );
  const bound = found.filter(({ tradable }) => tradable !== 1);
  if (visibleItems.length === 0) return <NothingToSell />;
  return (
    <>
      {visibleItems.length >= SEARCH_SHOWN_MIN && (
        <div className="mb-4">
          <SearchBox label={t.sell.search} value={search} onChange={setSearch} />
        </div>
      )}
      <h3 className="mb-2 font-display text-base font-bold">{t.sell.items}</h3>
      {free.length === 0 && <p className="mb-4 text-fg-2">{found.length === 0 ? t.sell.noneFound : t.sell.none}</p>}
      <ul className="space-y-2">
        {free.map((item) => (
          <SellRow
            key={item.id}
            item={item}
            isOpen={item.id === openId}
            onToggle={() => setOpenId(item.id === openId ? undefined : item.id)}
          />
        ))}
      </ul>
      {bound.length > 0 && (
        <>
          <h3 className="mt-6 mb-2 font-display text-base font-bold">{t.sell.nonTradable}</h3>
          <ul className="space-y-2">
            {bound.map((item) => (
              <UnavailableRow key={item.id} item={item} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Puts the item that opened the modal first. */
function withFirst(items: readonly SteamInventoryItem[], id: number | undefined): readonly SteamInventoryItem[] {
  return items.toSorted((a, b) => Number(b.id === id) - Number(a.id === id));
}

function NothingToSell() {
  const { stock } = useText();
  const t = useMarketText();
  return (
    <EmptyView icon={ShoppingBag} title={t.sell.empty} text={t.sell.emptyHint}>
      <ButtonLink to={pages.cases} onClick={close}>
        {stock.toCases}
      </ButtonLink>
    </EmptyView>
  );
}

function SellSkeleton() {
  return (
    <Skeleton>
      <SkeletonBlock className="mb-3 h-6 w-44" />
      <div className="space-y-2">
        {Array.from({ length: 5 }, (_, index) => (
          <SkeletonBlock key={index} className="h-16 rounded-md" />
        ))}
      </div>
    </Skeleton>
  );
}
