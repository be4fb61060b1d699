import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { buttonClass } from './button.tsx';
import { Menu, MenuChoices } from './menu.tsx';

type ChoiceMenuProps<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  /** A filter that leaves something out is marked. */
  isActive?: boolean;
  onChoose: (value: Value) => void;
};

/** A button that says what is chosen, and the menu to choose otherwise. */
export function ChoiceMenu<Value extends string>(props: ChoiceMenuProps<Value>) {
  const { label, value, choices, isActive = false, onChoose } = props;
  const chosen = choices.find((choice) => choice.value === value)?.label ?? '';
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className={clsx(buttonClass(), 'min-w-0 justify-between', isActive && 'border-primary/50 text-primary')}
        >
          <span className="truncate">
            <span className={clsx('font-medium', isActive ? 'text-primary' : 'text-fg-3')}>{label}: </span>
            {chosen}
          </span>
          <ChevronDown size={16} aria-hidden className="shrink-0 text-fg-3" />
        </button>
      }
    >
      <MenuChoices value={value} choices={choices} onChoose={onChoose} />
    </Menu>
  );
}
