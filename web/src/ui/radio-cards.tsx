import clsx from 'clsx';
import { type ReactNode, useId } from 'react';

type Card<Value extends string> = { value: Value; label: string; text?: string; picture?: ReactNode };

type RadioCardsProps<Value extends string> = {
  label: string;
  name: string;
  cards: readonly Card<Value>[];
  value: Value | undefined;
  onChoose: (value: Value) => void;
  error?: string | undefined;
  /** Number of columns, on phones too; by default as many as fit. */
  columns?: 2 | 3;
};

const grids = { 2: 'grid-cols-2', 3: 'grid-cols-3', many: 'grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))]' };

/** A choice of one among a few cards. Uses native radio inputs, so that arrow keys and forms work. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { label, name, cards, value, onChoose, error, columns } = props;
  const id = useId();
  return (
    <fieldset aria-describedby={error === undefined ? undefined : id}>
      <legend className="mb-1.5 text-card font-semibold text-fg-2">{label}</legend>
      <div className={clsx('grid gap-2', grids[columns ?? 'many'])}>
        {cards.map((card) => (
          <label
            key={card.value}
            className={clsx(
              'flex min-h-11 cursor-pointer flex-col overflow-hidden rounded-md border bg-bg-1 transition-colors duration-140 hover:bg-bg-2',
              'has-checked:border-primary has-checked:bg-primary/8 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
              error === undefined ? 'border-line-input' : 'border-danger',
            )}
          >
            <input
              type="radio"
              name={name}
              value={card.value}
              checked={card.value === value}
              onChange={() => onChoose(card.value)}
              className="sr-only"
            />
            {card.picture}
            <span className={clsx('py-2.5', columns === 3 ? 'px-2 max-sm:text-card sm:px-3' : 'px-3')}>
              <span className="block font-semibold">{card.label}</span>
              {card.text !== undefined && <span className="block text-xs text-fg-3">{card.text}</span>}
            </span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={id} className="mt-1.5 text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
