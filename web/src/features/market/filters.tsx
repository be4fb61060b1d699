import { EXTERIORS, RARITIES, WEAPON_TYPES } from '@karat/rules/items';
import { MARKET_SORTS } from '@karat/rules/market';
import clsx from 'clsx';
import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { useUrlParams, useDebouncedSearch } from '#ui/url-params.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceMenu } from '#ui/choice-menu.tsx';
import { MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import { rarityColors } from '#ui/rarity.ts';
import { SearchBox } from '#ui/search-box.tsx';
import { type MarketFilter, SORT_DEFAULT, filterCount, isFiltered, noFilters } from './queries.ts';
import { useMarketText } from './words/market-text.ts';

const Sheet = lazyComponent(async () => (await import('#ui/sheet.tsx')).Sheet);

type FilterRowProps = { filter: MarketFilter; found: number | undefined };

/** Search and sort order, and on smaller screens the button for the filters; all stored in the URL. */
export function FilterRow({ filter, found }: FilterRowProps) {
  const t = useText();
  const market = useMarketText();
  const urlParams = useUrlParams();
  const [isOpen, setOpen] = useState(false);
  const searchBox = useDebouncedSearch(filter.search, (text) => urlParams.replace({ search: text }));
  const labels = {
    highest: t.sort.highestPrice,
    lowest: t.sort.lowestPrice,
    newest: t.sort.newest,
    oldest: t.sort.oldest,
  };
  const count = filterCount(filter);
  return (
    <div className="mb-5 flex flex-wrap gap-2">
      <div className="min-w-52 grow basis-60">
        <SearchBox
          label={market.searchPlaceholder}
          value={searchBox.text}
          onChange={searchBox.setText}
          onSubmit={searchBox.searchNow}
        />
      </div>
      <div className="flex gap-2 max-sm:w-full max-sm:*:grow">
        <Button
          aria-haspopup="dialog"
          className={clsx('xl:hidden', count > 0 && 'border-primary/50 text-primary')}
          icon={<SlidersHorizontal size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {count > 0 ? market.filtersOf(count) : market.filters}
        </Button>
        <ChoiceMenu
          label={t.sort.label}
          isPlain
          value={filter.sort}
          choices={MARKET_SORTS.map((value) => ({ value, label: labels[value] }))}
          onChoose={(sort) => urlParams.go({ sort: sort === SORT_DEFAULT ? undefined : sort })}
        />
      </div>
      <MountWhenOpened isOpen={isOpen}>
        <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={market.filters} side="bottom">
          <div className="px-4 pt-4">
            <FilterGroups filter={filter} />
          </div>
          <div className="sticky bottom-0 border-t border-line bg-bg-1 p-3">
            <Button variant="primary" className="w-full" onClick={() => setOpen(false)}>
              {market.showFound(found ?? 0)}
            </Button>
          </div>
        </Sheet>
      </MountWhenOpened>
    </div>
  );
}

/** The filters beside the grid on wide screens. */
export function FilterColumn({ filter }: { filter: MarketFilter }) {
  const market = useMarketText();
  return (
    <section aria-label={market.filters} className="max-xl:hidden">
      <FilterGroups filter={filter} />
    </section>
  );
}

function FilterGroups({ filter }: { filter: MarketFilter }) {
  const t = useText();
  const { go } = useUrlParams();
  return (
    <div className="pb-4">
      <PriceRange filter={filter} />
      <Choices label={t.stock.weaponType} name="type" values={WEAPON_TYPES} value={filter.weaponType} />
      <Choices label={t.stock.rarity} name="rarity" values={RARITIES.toReversed()} value={filter.rarity} isLit />
      <Choices label={t.stock.exterior} name="exterior" values={EXTERIORS} value={filter.exterior} />
      <Button size="dense" className="w-full" disabled={!isFiltered(filter)} onClick={() => go(noFilters)}>
        {t.stock.resetFilters}
      </Button>
    </div>
  );
}

const groupClass = 'mb-4 border-b border-line pb-3';
const legendClass = 'mb-1.5 text-xs font-semibold text-fg-3';

type ChoicesProps = {
  label: string;
  /** The name of the URL parameter. */
  name: string;
  values: readonly string[];
  value: string | undefined;
  /** Shows each value in the colour of its rarity. */
  isLit?: boolean;
};

/** A single choice or any, on native radios, so that arrow keys work. */
function Choices({ label, name, values, value, isLit = false }: ChoicesProps) {
  const t = useText();
  const { go } = useUrlParams();
  const id = useId();
  return (
    <fieldset className={groupClass}>
      <legend className={legendClass}>{label}</legend>
      <div className="max-xl:flex max-xl:flex-wrap max-xl:gap-2">
        {[undefined, ...values].map((each) => (
          <label
            key={each ?? ''}
            style={isLit && each !== undefined ? rarityColors(each) : undefined}
            className={clsx(
              'flex cursor-pointer items-center gap-2 rounded-sm px-2.5 text-card font-medium transition-colors duration-140',
              'has-focus-visible:outline-2 has-focus-visible:outline-primary xl:h-8',
              'max-xl:min-h-11 max-xl:border max-xl:border-line max-xl:bg-bg-2 max-xl:px-3.5',
              each === value
                ? 'bg-primary/12 text-primary max-xl:border-primary/50'
                : 'text-fg-2 hover:bg-bg-2 hover:text-fg',
            )}
          >
            <input
              type="radio"
              name={`${id}${name}`}
              checked={each === value}
              onChange={() => go({ [name]: each })}
              className="sr-only"
            />
            {isLit && each !== undefined && <span aria-hidden className="size-2 rounded-full bg-(--r)" />}
            {each ?? t.stock.any}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function PriceRange({ filter }: { filter: MarketFilter }) {
  const market = useMarketText();
  return (
    <fieldset className={groupClass}>
      <legend className={legendClass}>{market.price}</legend>
      <div className="grid grid-cols-2 gap-2">
        <PriceBound label={market.priceFrom} placeholder={market.from} name="min" value={filter.minPrice} />
        <PriceBound label={market.priceTo} placeholder={market.to} name="max" value={filter.maxPrice} />
      </div>
    </fieldset>
  );
}

type PriceBoundProps = { label: string; placeholder: string; name: 'min' | 'max'; value: number | undefined };

function PriceBound({ label, placeholder, name, value }: PriceBoundProps) {
  const { replace } = useUrlParams();
  const shownPrice = value === undefined ? '' : formatNumber(value);
  const searchBox = useDebouncedSearch(shownPrice, (text) =>
    replace({ [name]: text.replaceAll(/\D/g, '').slice(0, 10) }),
  );
  return (
    <input
      type="text"
      inputMode="numeric"
      autoComplete="off"
      aria-label={label}
      placeholder={placeholder}
      value={searchBox.text}
      maxLength={15}
      onChange={({ target }) => searchBox.setText(target.value)}
      onKeyDown={({ key }) => key === 'Enter' && searchBox.searchNow()}
      className="h-11 w-full min-w-0 rounded-sm border border-line-input bg-bg-1 px-2.5 text-base placeholder:text-fg-3 focus-visible:outline-offset-0 xl:h-9 xl:text-card"
    />
  );
}
