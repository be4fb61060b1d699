import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '#app/session.ts';
import { Opened, lazyPart } from '#ui/lazy-part.tsx';
import type { Picked } from './chat-line.tsx';
import { ChatLog } from './chat-log.tsx';
import { lookAtChat, useChat } from './chat-state.ts';
import { WriteBox } from './write-box.tsx';

const LineMenu = lazyPart(async () => (await import('./line-menu.tsx')).LineMenu);
const StaffLineMenu = lazyPart(async () => (await import('./admin-line-menu.tsx')).StaffLineMenu);

/** Messages and where to write one, the same in dock and sheet. */
export function ChatBody() {
  const input = useRef<HTMLTextAreaElement>(null);
  const [picked, setPicked] = useState<Picked>();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const isAdmin = useSession((session) => session.isAdmin);
  useEffect(lookAtChat, []);

  const pick = useCallback((next: Picked) => {
    setPicked(next);
    setMenuOpen(true);
  }, []);
  const mention = (username: string) => {
    useChat.setState(({ draft }) => ({ draft: `${draft}${/\S$/.test(draft) ? ' ' : ''}@${username} ` }));
    input.current?.focus();
  };
  const Menu = isAdmin ? StaffLineMenu : LineMenu;
  return (
    <>
      <ChatLog onPick={pick} />
      <WriteBox inputRef={input} />
      {/* Outside of the messages, which are read aloud as they come. */}
      <Opened isOpen={isMenuOpen}>
        {picked && <Menu picked={picked} isOpen={isMenuOpen} onOpenChange={setMenuOpen} onMention={mention} />}
      </Opened>
    </>
  );
}
