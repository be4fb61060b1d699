import { EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Menu, MenuAction } from '#ui/menu.tsx';
import { useChat } from './chat-state.ts';
import { useChatText } from './words/chat-text.ts';

export type OptionsMenuProps = {
  trigger: ReactNode;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onShowHidden: () => void;
};

export function OptionsMenu({ onShowHidden, ...menu }: OptionsMenuProps) {
  return (
    <Menu {...menu}>
      <HiddenAction onShowHidden={onShowHidden} />
    </Menu>
  );
}

export function HiddenAction({ onShowHidden }: Pick<OptionsMenuProps, 'onShowHidden'>) {
  const t = useChatText();
  const count = useChat((chat) => chat.hidden?.length ?? 0);
  return (
    <MenuAction icon={<EyeOff size={18} aria-hidden />} onSelect={onShowHidden}>
      {t.hiddenPlayers(count)}
    </MenuAction>
  );
}
