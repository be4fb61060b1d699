import { useText } from '#i18n/i18n.ts';
import type { useUrlParams } from '#ui/url-params.ts';
import { ChoiceMenu } from '#ui/choice-menu.tsx';
import { DayField } from '#ui/day-field.tsx';
import { FILTER_TYPES } from './transaction-types.ts';
import type { LedgerFilter } from './queries.ts';
import { useProfileText } from './words/profile-text.ts';

const ANY = 'any';

type UrlParams = ReturnType<typeof useUrlParams>;

/** Filters of the ledger rows, stored in the URL. */
export function LedgerFilters({ filter, urlParams }: { filter: LedgerFilter; urlParams: UrlParams }) {
  const t = useText();
  const words = useProfileText();
  const { type, from, to } = filter;
  return (
    <div
      role="group"
      aria-label={words.ledger.filtersLabel}
      className="grid grow grid-cols-2 items-end gap-x-2 gap-y-3 sm:flex sm:flex-wrap"
    >
      <div className="col-span-2 grid sm:w-48">
        <ChoiceMenu
          label={t.ledger.type}
          value={type ?? ANY}
          choices={[
            { value: ANY, label: t.stock.any },
            ...FILTER_TYPES.map((value) => ({ value, label: t.ledger.kinds[value] })),
          ]}
          isActive={type !== undefined}
          onChoose={(chosen) => urlParams.go({ type: chosen === ANY ? undefined : chosen })}
        />
      </div>
      <DayField label={t.ledger.from} name="from" value={from} urlParams={urlParams} max={to} />
      <DayField label={t.ledger.to} name="to" value={to} urlParams={urlParams} min={from} />
    </div>
  );
}
