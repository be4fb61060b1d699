import { day } from '@karat/contract/text';
import { useId } from 'react';
import { type useUrlParams, useDebouncedSearch } from './url-params.ts';

type DayFieldProps = {
  label: string;
  /** The URL parameter that holds the day. */
  name: string;
  value: string | undefined;
  urlParams: ReturnType<typeof useUrlParams>;
  min?: string | undefined;
  max?: string | undefined;
};

/** A date input bound to a URL parameter. An incomplete date is ignored. */
export function DayField({ label, name, value = '', urlParams, ...bounds }: DayFieldProps) {
  const id = useId();
  const dayBox = useDebouncedSearch(value, (text) => {
    if (text === '' || day.safeParse(text).success) urlParams.replace({ [name]: text });
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
        value={dayBox.text}
        onChange={(event) => dayBox.setText(event.target.value)}
        className="h-11 w-full min-w-0 rounded-md border border-line-input bg-bg-1 px-3 text-base focus-visible:outline-offset-0 sm:w-40 md:h-10 md:text-sm"
      />
    </div>
  );
}
