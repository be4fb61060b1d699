import { day } from '@karat/contract/text';
import type { ReactNode } from 'react';
import { useMay } from '#core/staff.ts';
import { useText } from '#i18n/i18n.ts';
import { useStaffText } from '#i18n/staff/staff-text.ts';
import { CsvLink } from './admin-csv-link.tsx';
import { DayField } from './day-field.tsx';
import { SearchBox } from './search-box.tsx';
import { useDebouncedSearch, type useUrlParams } from './url-params.ts';

const NAME_LENGTH_MAX = 64;

/** The filters that lists of staff share. */
export type ListFilter = {
  readonly username: string;
  /** UTC days, both included. */
  readonly from: string | undefined;
  readonly to: string | undefined;
};

/** The filters in a URL; invalid values are ignored. */
export function listFilterOf(params: URLSearchParams): ListFilter {
  return {
    username: (params.get('username') ?? '').trim().slice(0, NAME_LENGTH_MAX),
    from: day.safeParse(params.get('from')).data,
    to: day.safeParse(params.get('to')).data,
  };
}

/** A filter as query parameters, without empty values. */
export function filterQuery(filter: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
}

type ListFiltersProps = {
  filter: ListFilter;
  urlParams: ReturnType<typeof useUrlParams>;
  csv: { readonly path: string; readonly filter: Readonly<Record<string, string | undefined>> };
  /** Filters of this list only. */
  children: ReactNode;
};

/** Filters by player and day, and the download, for those who may. */
export function ListFilters({ filter: { username, from, to }, urlParams, csv, children }: ListFiltersProps) {
  const t = useText();
  const { filters } = useStaffText();
  const mayDownload = useMay('reports');
  const nameBox = useDebouncedSearch(username, (text) => urlParams.replace({ username: text }));
  return (
    <div
      role="group"
      aria-label={filters.label}
      className="mb-4 grid grid-cols-2 items-end gap-x-2 gap-y-3 sm:flex sm:flex-wrap"
    >
      <div className="col-span-2 sm:w-56">
        <SearchBox
          label={filters.player}
          landmark={filters.player}
          value={nameBox.text}
          onChange={nameBox.setText}
          onSubmit={nameBox.searchNow}
        />
      </div>
      {children}
      <DayField label={t.ledger.from} name="from" value={from} urlParams={urlParams} max={to} />
      <DayField label={t.ledger.to} name="to" value={to} urlParams={urlParams} min={from} />
      {mayDownload && <CsvLink {...csv} className="max-sm:col-span-2" />}
    </div>
  );
}
