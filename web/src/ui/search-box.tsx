import { Search, X } from 'lucide-react';
import { useText } from '#i18n/i18n.ts';

type SearchBoxProps = {
  label: string;
  /** The name of the search, if the page has several. */
  landmark?: string;
  value: string;
  onChange: (value: string) => void;
  onSubmit?: () => void;
};

/** A search input with a clear button. */
export function SearchBox({ label, landmark, value, onChange, onSubmit }: SearchBoxProps) {
  const t = useText();
  return (
    <form
      role="search"
      aria-label={landmark}
      className="relative"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.();
      }}
    >
      <Search
        size={18}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-fg-3"
      />
      <input
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 w-full rounded-md border border-line-input bg-bg-1 px-11 text-base placeholder:text-fg-3 focus-visible:outline-offset-0 md:h-10 md:text-sm"
      />
      {value !== '' && (
        <button
          type="button"
          aria-label={t.common.clear}
          onClick={({ currentTarget }) => {
            onChange('');
            // The button disappears with the text.
            currentTarget.form?.querySelector('input')?.focus();
          }}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-fg-3 hover:text-fg"
        >
          <X size={18} aria-hidden />
        </button>
      )}
    </form>
  );
}
