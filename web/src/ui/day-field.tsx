import { day } from '@karat/contract/text';
import { useId } from 'react';
import { type useAddress, useTypedSearch } from './address.ts';

type DayFieldProps = {
  label: string;
  /** Of the value in the address. */
  name: string;
  value: string | undefined;
  address: ReturnType<typeof useAddress>;
  min?: string | undefined;
  max?: string | undefined;
};

/** A day as the browser lets it be picked or typed: half a year is no date yet, and is not asked for. */
export function DayField({ label, name, value = '', address, ...bounds }: DayFieldProps) {
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
