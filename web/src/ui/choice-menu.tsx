import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { buttonClass } from './button.tsx';
import { LazyPanel, lazyComponent } from './lazy-component.tsx';

const ChoiceMenuPanel = lazyComponent(async () => (await import('./choice-menu-panel.tsx')).ChoiceMenuPanel<string>);

type ChoiceMenuProps<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  /** Highlights a filter that excludes something. */
  isActive?: boolean;
  /** Hides the label on narrow screens, where the choices are clear without it. */
  isPlain?: boolean;
  /** On a phone shows only the label, or only the choice that excludes something, so that several fit a row. */
  isShort?: boolean;
  onChoose: (value: Value) => void;
};

/** A button that shows the current choice, and a menu to change it. */
export function ChoiceMenu<Value extends string>(props: ChoiceMenuProps<Value>) {
  const { label, value, choices, isActive = false, isPlain = false, isShort = false, onChoose } = props;
  const [isOpen, setOpen] = useState(false);
  const chosen = choices.find((choice) => choice.value === value)?.label ?? '';
  const trigger = (
    <button
      type="button"
      className={clsx(
        buttonClass(),
        'min-w-0',
        isShort && 'max-sm:shrink max-sm:grow max-sm:gap-1 max-sm:px-2.5',
        isActive && 'border-primary/50 text-primary',
      )}
    >
      <span className="grow truncate text-left">
        <span
          className={clsx(
            'font-medium',
            isActive ? 'text-primary' : 'text-fg-3',
            isPlain && 'max-md:sr-only',
            isShort && (isActive ? 'max-sm:sr-only' : 'max-sm:text-fg-2'),
          )}
        >
          {label}
          <span className={clsx(isShort && 'max-sm:sr-only')}>: </span>
        </span>
        <span className={clsx(isShort && !isActive && 'max-sm:sr-only')}>{chosen}</span>
      </span>
      <ChevronDown size={16} aria-hidden className="shrink-0 text-fg-3" />
    </button>
  );
  const choose = (text: string) => {
    const next = choices.find((choice) => choice.value === text);
    if (next) onChoose(next.value);
  };
  return (
    <LazyPanel isOpen={isOpen} popup="menu" trigger={trigger} onOpen={() => setOpen(true)}>
      <ChoiceMenuPanel
        trigger={trigger}
        isOpen={isOpen}
        onOpenChange={setOpen}
        value={value}
        choices={choices}
        onChoose={choose}
      />
    </LazyPanel>
  );
}
