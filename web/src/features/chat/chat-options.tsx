import { SlidersHorizontal } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSession } from '#core/session.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { LazyPanel, MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import { useChat } from './chat-state.ts';
import { useChatText } from './words/chat-text.ts';

const OptionsMenu = lazyComponent(async () => (await import('./options-menu.tsx')).OptionsMenu);
const StaffOptionsMenu = lazyComponent(async () => (await import('./admin-options-menu.tsx')).StaffOptionsMenu);
const HiddenModal = lazyComponent(async () => (await import('./hidden-modal.tsx')).HiddenModal);

/** Hidden players and, for staff, slow mode; no button if there is nothing to choose. */
export function ChatOptions() {
  const t = useChatText();
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  // Which of them may set slow mode is decided in the menu: the table of permissions is not loaded with every page.
  const isStaff = useSession((session) => session.staffRole !== null);
  const hiddenCount = useChat((chat) => chat.hidden?.length ?? 0);
  const [isOpen, setOpen] = useState(false);
  const [isListOpen, setListOpen] = useState(false);
  const next = useRef<() => void>(undefined);
  const handleFocus = () => {
    next.current?.();
    next.current = undefined;
  };
  // Opens after the menu has closed and the focus is back, so that the list returns the focus to this button.
  const showHidden = () => {
    next.current = () => setListOpen(true);
  };
  if (!isLoggedIn || (!isStaff && hiddenCount === 0 && !isListOpen)) return null;
  const trigger = (
    <IconButton variant="bare" label={t.options} className="size-9" onFocus={handleFocus}>
      <SlidersHorizontal size={17} aria-hidden />
    </IconButton>
  );
  const Menu = isStaff ? StaffOptionsMenu : OptionsMenu;
  return (
    <>
      <LazyPanel isOpen={isOpen} popup="menu" trigger={trigger} onOpen={() => setOpen(true)}>
        <Menu trigger={trigger} isOpen={isOpen} onOpenChange={setOpen} onShowHidden={showHidden} />
      </LazyPanel>
      <MountWhenOpened isOpen={isListOpen}>
        <HiddenModal isOpen={isListOpen} onClose={() => setListOpen(false)} />
      </MountWhenOpened>
    </>
  );
}
