import type { Item } from '@karat/contract/items';
import { splitMarketName } from '@karat/rules/items';
import { pageCount } from '@karat/rules/pager';
import { useQuery } from '@tanstack/react-query';
import { Check, ChevronLeft, ChevronRight, Plus } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#i18n/i18n.ts';
import { useDebouncedSearch } from '#ui/url-params.ts';
import { Button } from '#ui/button.tsx';
import { Diamonds } from '#ui/diamonds.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { ItemName } from '#ui/item-name.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { rarityColors } from '#ui/rarity.ts';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { pickerQuery } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

type ItemPickerProps = { chosenIds: ReadonlySet<number>; onPick: (item: Item) => void };

/** Items that can go into a case, in pages. Items without a known price are not offered. */
export function ItemPicker({ chosenIds, onPick }: ItemPickerProps) {
  const t = useText();
  const words = useAdminText();
  const [{ page, search }, setWanted] = useState({ page: 1, search: '' });
  const searchBox = useDebouncedSearch(search, (text) => setWanted({ page: 1, search: text }));
  const query = useQuery(pickerQuery({ page, search }));
  const offered = query.data?.items.filter(({ min_price }) => min_price !== null);
  const pages = query.data ? pageCount(query.data.pagination.totalResults, query.data.pagination.resultsPerPage) : 1;
  return (
    <section aria-label={words.cases.picker} className="min-w-0">
      <SearchField
        label={words.cases.pickerSearch}
        value={searchBox.text}
        onChange={searchBox.setText}
        onSubmit={searchBox.searchNow}
      />
      <div className="mt-3 min-h-60">
        {query.isPending ? (
          <PickerSkeleton />
        ) : offered === undefined ? (
          <div role="alert" className="grid justify-items-center gap-3 py-10 text-danger">
            {words.cases.pickerFailed}
            <Button size="dense" onClick={() => void query.refetch()}>
              {t.views.tryAgain}
            </Button>
          </div>
        ) : offered.length === 0 ? (
          <p className="py-10 text-center text-fg-2">{words.cases.pickerNone}</p>
        ) : (
          <ul className="space-y-1">
            {offered.map((item) => (
              <PickerRow key={item.id} item={item} isChosen={chosenIds.has(item.id)} onPick={() => onPick(item)} />
            ))}
          </ul>
        )}
      </div>
      {pages > 1 && (
        <Pages page={page} pages={pages} onPage={(next) => setWanted((before) => ({ ...before, page: next }))} />
      )}
    </section>
  );
}

type SearchFieldProps = { label: string; value: string; onChange: (text: string) => void; onSubmit: () => void };

// Not the site's search box, because that is a form, and forms cannot be nested.
function SearchField({ label, value, onChange, onSubmit }: SearchFieldProps) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        onSubmit();
      }}
      className="h-11 w-full rounded-md border border-line-input bg-bg-1 px-3.5 text-base placeholder:text-fg-3 focus-visible:outline-offset-0 md:h-10 md:text-sm"
    />
  );
}

function PickerRow({ item, isChosen, onPick }: { item: Item; isChosen: boolean; onPick: () => void }) {
  const words = useAdminText();
  const { name, exterior } = splitMarketName(item.market_hash_name);
  return (
    <li>
      <button
        type="button"
        disabled={isChosen}
        onClick={onPick}
        style={rarityColors(item.skinRarity)}
        className="flex min-h-13 w-full items-center gap-2.5 rounded-sm px-2 text-left transition-colors duration-140 hover:bg-bg-2 disabled:cursor-default disabled:opacity-50"
      >
        <ItemPicture src={item.image} sizes="48px" className="w-12 shrink-0" />
        <span className="min-w-0 grow">
          <span className="block truncate text-card">
            <span className="sr-only">{isChosen ? words.cases.picked : words.cases.pick}</span>{' '}
            <ItemName name={name} layout="inline" />
          </span>{' '}
          <span className="block truncate text-xs text-fg-3">{exterior}</span>
        </span>
        <Diamonds amount={item.quick_sell_price} className="text-xs" />
        {isChosen ? (
          <Check size={18} aria-hidden className="shrink-0 text-success" />
        ) : (
          <Plus size={18} aria-hidden className="shrink-0 text-fg-2" />
        )}
      </button>
    </li>
  );
}

function Pages({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const t = useText();
  return (
    <div className="mt-2 flex items-center justify-center gap-3">
      <IconButton variant="bare" label={t.pager.previous} disabled={page === 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={18} aria-hidden />
      </IconButton>
      <span className="text-card text-fg-2 tabular-nums" aria-live="polite">
        {page} / {pages}
      </span>
      <IconButton variant="bare" label={t.pager.next} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRight size={18} aria-hidden />
      </IconButton>
    </div>
  );
}

function PickerSkeleton() {
  return (
    <Skeleton>
      <div className="space-y-1">
        {Array.from({ length: 6 }, (_, index) => (
          <div key={index} className="flex min-h-13 items-center gap-2.5 px-2">
            <SkeletonBlock className="h-9 w-12" />
            <SkeletonBlock className="h-4 grow" />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
