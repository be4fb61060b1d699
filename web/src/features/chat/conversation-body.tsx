import { useCallback, useRef, useState } from 'react';
import { useSession } from '#core/session.ts';
import { MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import type { Picked } from './chat-line.tsx';
import { ChatLog } from './chat-log.tsx';
import type { Conversation } from './talk.ts';
import { WriteBox } from './write-box.tsx';

const LineMenu = lazyComponent(async () => (await import('./line-menu.tsx')).LineMenu);
const StaffLineMenu = lazyComponent(async () => (await import('./admin-line-menu.tsx')).StaffLineMenu);

type ConversationBodyProps = {
  talk: Conversation;
  /** What the messages are called. */
  label: string;
  /** What stands where there are none. */
  empty: string;
};

/** Messages and where to write one, the same for everybody's chat and for that of a room. */
export function ConversationBody({ talk, label, empty }: ConversationBodyProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const [picked, setPicked] = useState<Picked>();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const isAdmin = useSession((session) => session.isAdmin);

  const pick = useCallback((next: Picked) => {
    setPicked(next);
    setMenuOpen(true);
  }, []);
  const mention = (username: string) => {
    talk.store.setState(({ draft }) => ({ draft: `${draft}${/\S$/.test(draft) ? ' ' : ''}@${username} ` }));
    input.current?.focus();
  };
  const Menu = isAdmin ? StaffLineMenu : LineMenu;
  return (
    <>
      <ChatLog talk={talk} label={label} empty={empty} onPick={pick} />
      <WriteBox talk={talk} inputRef={input} />
      {/* Outside of the messages, which are read aloud as they come. */}
      <MountWhenOpened isOpen={isMenuOpen}>
        {picked && (
          <Menu talk={talk} picked={picked} isOpen={isMenuOpen} onOpenChange={setMenuOpen} onMention={mention} />
        )}
      </MountWhenOpened>
    </>
  );
}
