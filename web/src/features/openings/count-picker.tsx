import { CASES_OPENED_AT_ONCE_MAX } from '@karat/rules/cases';
import clsx from 'clsx';
import { useOpeningsText } from './words/openings-text.ts';

const COUNTS = Array.from({ length: CASES_OPENED_AT_ONCE_MAX }, (_, index) => index + 1);

type CountPickerProps = {
  count: number;
  /** Higher counts cannot be chosen. One can, whatever the balance. */
  payableCount: number;
  isDisabled: boolean;
  onCount: (count: number) => void;
};

/** How many cases to open at once. */
export function CountPicker({ count, payableCount, isDisabled, onCount }: CountPickerProps) {
  const words = useOpeningsText();
  return (
    <fieldset disabled={isDisabled} className="min-w-0 max-md:grow">
      <legend className="sr-only">{words.count}</legend>
      <div className="flex h-11 rounded-lg border border-line bg-bg-1 p-1 md:h-13">
        {COUNTS.map((each) => (
          <label
            key={each}
            className={clsx(
              'grid h-full w-10 place-items-center rounded-md font-semibold text-fg-2 tabular-nums transition-colors duration-140 max-md:grow xl:w-12.5',
              'not-has-disabled:cursor-pointer not-has-disabled:hover:text-fg has-disabled:text-fg-3 has-disabled:opacity-55',
              'has-checked:bg-primary/14 has-checked:text-primary not-has-disabled:has-checked:opacity-100 has-focus-visible:outline-2 has-focus-visible:outline-primary',
            )}
          >
            <input
              type="radio"
              name="count"
              value={each}
              checked={each === count}
              disabled={each > 1 && each > payableCount}
              onChange={() => onCount(each)}
              aria-label={words.countOf(each)}
              className="sr-only"
            />
            <span aria-hidden>{each}×</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
