import { day } from '@karat/contract/text';
import { useId } from 'react';
import { useText } from '#i18n/i18n.ts';
import { type useAddress, useTypedSearch } from '#ui/address.ts';
import { ChoiceMenu } from '#ui/choice-menu.tsx';
import { OFFERED_TYPES } from './movements.ts';
import type { LedgerFilter } from './queries.ts';

const ANY = 'any';

type Address = ReturnType<typeof useAddress>;

/** Which lines are shown; all of it is in the address. */
export function LedgerFilters({ filter, address }: { filter: LedgerFilter; address: Address }) {
  const t = useText();
  const { type, from, to } = filter;
  const types = type === undefined || OFFERED_TYPES.includes(type) ? OFFERED_TYPES : [...OFFERED_TYPES, type];
  return (
    <div
      role="group"
      aria-label={t.ledger.filtersLabel}
      className="grid grow grid-cols-2 items-end gap-x-2 gap-y-3 sm:flex sm:flex-wrap"
    >
      <div className="col-span-2 grid sm:w-48">
        <ChoiceMenu
          label={t.ledger.type}
          value={type ?? ANY}
          choices={[
            { value: ANY, label: t.stock.any },
            ...types.map((value) => ({ value, label: t.ledger.kinds[value] })),
          ]}
          isActive={type !== undefined}
          onChoose={(chosen) => address.go({ type: chosen === ANY ? undefined : chosen })}
        />
      </div>
      <DayField label={t.ledger.from} name="from" value={from} address={address} max={to} />
      <DayField label={t.ledger.to} name="to" value={to} address={address} min={from} />
    </div>
  );
}

type DayFieldProps = {
  label: string;
  name: 'from' | 'to';
  value: string | undefined;
  address: Address;
  min?: string | undefined;
  max?: string | undefined;
};

/** A day as the browser lets it be picked or typed: half a year is no date yet, and is not asked for. */
function DayField({ label, name, value = '', address, ...bounds }: DayFieldProps) {
  const id = useId();
  const box = useTypedSearch(value, (text) => {
    if (text === '' || day.safeParse(text).success) address.replace({ [name]: text });
  });
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-xs font-medium text-fg-3">
        {label}
      </label>
      <input
        {...bounds}
        id={id}
        type="date"
        value={box.text}
        onChange={(event) => box.setText(event.target.value)}
        className="h-11 w-full min-w-0 rounded-md border border-line-input bg-bg-1 px-3 text-base focus-visible:outline-offset-0 sm:w-40 md:h-10 md:text-sm"
      />
    </div>
  );
}
