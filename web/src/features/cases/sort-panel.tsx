import type { CaseSort } from '@karat/contract/cases';
import type { ReactElement } from 'react';
import { Menu, MenuChoices } from '#ui/menu.tsx';

type SortPanelProps = {
  trigger: ReactElement;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  sort: CaseSort;
  choices: readonly { value: CaseSort; label: string }[];
  onChoose: (sort: CaseSort) => void;
};

/** Loaded on first use, because the list renders without menus. */
export function SortPanel({ sort, choices, onChoose, ...menu }: SortPanelProps) {
  return (
    <Menu {...menu}>
      <MenuChoices value={sort} choices={choices} onChoose={onChoose} />
    </Menu>
  );
}
