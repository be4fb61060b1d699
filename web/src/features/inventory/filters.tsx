import type { InventorySort } from '@karat/contract/inventory';
import { EXTERIORS, RARITIES, WEAPON_TYPES } from '@karat/rules/items';
import { useText } from '#i18n/i18n.ts';
import { type useUrlParams, useDebouncedSearch } from '#ui/url-params.ts';
import { ChoiceMenu } from '#ui/choice-menu.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { type InventoryFilter, SORT_DEFAULT } from './queries.ts';
import { useInventoryText } from './words/inventory-text.ts';

const ANY = 'any';

type FiltersProps = { filter: InventoryFilter; urlParams: ReturnType<typeof useUrlParams> };

/** Search, filters and sort order, stored in the URL. */
export function Filters({ filter, urlParams }: FiltersProps) {
  const t = useText();
  const words = useInventoryText();
  const searchBox = useDebouncedSearch(filter.search, (text) => urlParams.replace({ search: text }));
  const sorts: { value: InventorySort; label: string }[] = [
    { value: 'newest', label: t.sort.newest },
    { value: 'oldest', label: t.sort.oldest },
    { value: 'highest', label: t.sort.highestPrice },
    { value: 'lowest', label: t.sort.lowestPrice },
  ];
  return (
    <div role="group" aria-label={words.filtersLabel} className="mb-5 grid grid-cols-2 gap-2 md:flex md:flex-wrap">
      <div className="col-span-2 md:min-w-52 md:grow md:basis-52">
        <SearchBox
          label={words.searchPlaceholder}
          value={searchBox.text}
          onChange={searchBox.setText}
          onSubmit={searchBox.searchNow}
        />
      </div>
      <FilterMenu label={t.stock.rarity} name="rarity" values={RARITIES} value={filter.rarity} urlParams={urlParams} />
      <FilterMenu
        label={t.stock.weaponType}
        name="type"
        values={WEAPON_TYPES}
        value={filter.weaponType}
        urlParams={urlParams}
      />
      <FilterMenu
        label={t.stock.exterior}
        name="exterior"
        values={EXTERIORS}
        value={filter.exterior}
        urlParams={urlParams}
      />
      <ChoiceMenu
        label={t.sort.label}
        isPlain
        value={filter.sort}
        choices={sorts}
        onChoose={(sort) => urlParams.go({ sort: sort === SORT_DEFAULT ? undefined : sort })}
      />
    </div>
  );
}

type FilterMenuProps = {
  label: string;
  name: string;
  values: readonly string[];
  value: string | undefined;
  urlParams: ReturnType<typeof useUrlParams>;
};

function FilterMenu({ label, name, values, value, urlParams }: FilterMenuProps) {
  const t = useText();
  return (
    <ChoiceMenu
      label={label}
      value={value ?? ANY}
      choices={[{ value: ANY, label: t.stock.any }, ...values.map((each) => ({ value: each, label: each }))]}
      isActive={value !== undefined}
      onChoose={(chosen) => urlParams.go({ [name]: chosen === ANY ? undefined : chosen })}
    />
  );
}
