import { useMay } from '#core/staff.ts';
import { Menu, MenuChoices, MenuSeparator } from '#ui/menu.tsx';
import { changeSlowMode } from './admin-actions.ts';
import { useChat } from './chat-state.ts';
import { HiddenAction, type OptionsMenuProps } from './options-menu.tsx';
import { useAdminText } from './words/admin-text.ts';

const SECONDS = [5, 10, 30, 60];

/** The player's menu and, for moderators, slow mode, which applies to everyone. */
export function StaffOptionsMenu({ onShowHidden, ...menu }: OptionsMenuProps) {
  const words = useAdminText();
  const slowModeSeconds = useChat((chat) => chat.slowModeSeconds);
  const choices = [
    { value: '0', label: words.chat.slowModeOff },
    ...SECONDS.map((seconds) => ({ value: String(seconds), label: words.chat.slowMode(seconds) })),
  ];
  const maySetSlowMode = useMay('chat');
  return (
    <Menu {...menu}>
      {maySetSlowMode && (
        <>
          <MenuChoices
            value={String(slowModeSeconds)}
            choices={choices}
            onChoose={(value) => void changeSlowMode(Number(value))}
          />
          <MenuSeparator />
        </>
      )}
      <HiddenAction onShowHidden={onShowHidden} />
    </Menu>
  );
}
