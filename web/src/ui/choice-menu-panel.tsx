import type { ReactNode } from 'react';
import { Menu, MenuChoices } from './menu.tsx';

type ChoiceMenuPanelProps<Value extends string> = {
  trigger: ReactNode;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
};

/** The menu of `ChoiceMenu`. It loads separately from the button, which list pages render first. */
export function ChoiceMenuPanel<Value extends string>(props: ChoiceMenuPanelProps<Value>) {
  const { trigger, isOpen, onOpenChange, ...choice } = props;
  return (
    <Menu align="start" trigger={trigger} isOpen={isOpen} onOpenChange={onOpenChange}>
      <MenuChoices {...choice} />
    </Menu>
  );
}
