import { useCallback, useRef, useState } from 'react';
import { useMayModerate } from '#core/staff.ts';
import { MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import type { Picked } from './chat-message-row.tsx';
import { ChatLog } from './chat-log.tsx';
import type { Conversation } from './conversation.ts';
import { WriteBox } from './write-box.tsx';

const LineMenu = lazyComponent(async () => (await import('./message-menu.tsx')).MessageMenu);
const StaffLineMenu = lazyComponent(async () => (await import('./admin-message-menu.tsx')).StaffMessageMenu);

type ConversationBodyProps = {
  conversation: Conversation;
  /** Accessible name of the messages. */
  label: string;
  /** Text for an empty chat. */
  empty: string;
};

/** Messages and input, for the global chat and for rooms. */
export function ConversationBody({ conversation, label, empty }: ConversationBodyProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const [picked, setPicked] = useState<Picked>();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const isModerated = useMayModerate();

  const pick = useCallback((next: Picked) => {
    setPicked(next);
    setMenuOpen(true);
  }, []);
  const mention = (username: string) => {
    conversation.store.setState(({ draft }) => ({ draft: `${draft}${/\S$/.test(draft) ? ' ' : ''}@${username} ` }));
    input.current?.focus();
  };
  const Menu = isModerated ? StaffLineMenu : LineMenu;
  return (
    <>
      <ChatLog conversation={conversation} label={label} empty={empty} onPick={pick} />
      <WriteBox conversation={conversation} inputRef={input} />
      {/* Outside of the live region, so that the menu is not announced as a message. */}
      <MountWhenOpened isOpen={isMenuOpen}>
        {picked && (
          <Menu
            conversation={conversation}
            picked={picked}
            isOpen={isMenuOpen}
            onOpenChange={setMenuOpen}
            onMention={mention}
          />
        )}
      </MountWhenOpened>
    </>
  );
}
