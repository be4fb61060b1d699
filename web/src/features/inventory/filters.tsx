import type { InventorySort } from '@karat/contract/inventory';
import { EXTERIORS, RARITIES, WEAPON_TYPES } from '@karat/rules/items';
import { useText } from '#i18n/i18n.ts';
import { type useUrlParams, useDebouncedSearch } from '#ui/url-params.ts';
import { ChoiceMenu } from '#ui/choice-menu.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { type InventoryFilter, SORT_DEFAULT } from './queries.ts';
import { useInventoryText } from './words/inventory-text.ts';

const ANY = 'any';

type FiltersProps = { filter: InventoryFilter; address: ReturnType<typeof useUrlParams> };

/** Search, filters and sort order, stored in the address. */
export function Filters({ filter, address }: FiltersProps) {
  const t = useText();
  const words = useInventoryText();
  const box = useDebouncedSearch(filter.search, (text) => address.replace({ search: text }));
  const sorts: { value: InventorySort; label: string }[] = [
    { value: 'newest', label: t.sort.newest },
    { value: 'oldest', label: t.sort.oldest },
    { value: 'highest', label: t.sort.highestPrice },
    { value: 'lowest', label: t.sort.lowestPrice },
  ];
  return (
    <div role="group" aria-label={words.filtersLabel} className="mb-5 grid grid-cols-2 gap-2 md:flex md:flex-wrap">
      <div className="col-span-2 md:min-w-52 md:grow md:basis-52">
        <SearchBox label={words.searchPlaceholder} value={box.text} onChange={box.setText} onSubmit={box.searchNow} />
      </div>
      <FilterMenu label={t.stock.rarity} name="rarity" values={RARITIES} value={filter.rarity} address={address} />
      <FilterMenu
        label={t.stock.weaponType}
        name="type"
        values={WEAPON_TYPES}
        value={filter.weaponType}
        address={address}
      />
      <FilterMenu
        label={t.stock.exterior}
        name="exterior"
        values={EXTERIORS}
        value={filter.exterior}
        address={address}
      />
      <ChoiceMenu
        label={t.sort.label}
        isPlain
        value={filter.sort}
        choices={sorts}
        onChoose={(sort) => address.go({ sort: sort === SORT_DEFAULT ? undefined : sort })}
      />
    </div>
  );
}

type FilterMenuProps = {
  label: string;
  name: string;
  values: readonly string[];
  value: string | undefined;
  address: ReturnType<typeof useUrlParams>;
};

function FilterMenu({ label, name, values, value, address }: FilterMenuProps) {
  const t = useText();
  return (
    <ChoiceMenu
      label={label}
      value={value ?? ANY}
      choices={[{ value: ANY, label: t.stock.any }, ...values.map((each) => ({ value: each, label: each }))]}
      isActive={value !== undefined}
      onChoose={(chosen) => address.go({ [name]: chosen === ANY ? undefined : chosen })}
    />
  );
}
