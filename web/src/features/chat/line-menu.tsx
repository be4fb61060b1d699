import { AtSign, EyeOff } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useSession } from '#core/session.ts';
import { Menu, MenuAction } from '#ui/menu.tsx';
import { setHidden } from './acts.ts';
import type { Picked } from './chat-line.tsx';
import type { Conversation } from './talk.ts';
import { useChatText } from './words/chat-text.ts';

export type LineMenuProps = {
  talk: Conversation;
  picked: Picked;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onMention: (username: string) => void;
};

/** What a player may do about a line. */
export function LineMenu(props: LineMenuProps) {
  return <PickedMenu {...props}>{(then) => <PlayerActions {...props} then={then} />}</PickedMenu>;
}

/** Done once the menu has gone and the focus is back, so that what it opens gives the focus back to the same place. */
type Then = (act: () => void) => () => void;

/** The menu beside the button that was pressed, which stands among messages that are read aloud as they change. */
export function PickedMenu(props: LineMenuProps & { children: (then: Then) => ReactNode }) {
  const { picked, isOpen, onOpenChange, children } = props;
  const t = useChatText();
  const next = useRef<() => void>(undefined);
  const { left, top, width, height } = picked.place;
  const giveFocusBack = () => picked.opener.focus({ preventScroll: true });
  // Not left to the focus that comes back: it may have gone elsewhere meanwhile, and the choice would be forgotten.
  const doNext = (event: Event) => {
    const act = next.current;
    next.current = undefined;
    if (act === undefined) return;
    event.preventDefault();
    giveFocusBack();
    act();
  };
  const trigger = (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      onFocus={giveFocusBack}
      className="pointer-events-none fixed opacity-0"
      style={{ left, top, width, height }}
    >
      {t.menuOf(picked.line.sender.username)}
    </button>
  );
  const then: Then = (act) => () => {
    next.current = act;
  };
  return (
    <Menu trigger={trigger} isOpen={isOpen} onOpenChange={onOpenChange} onClosed={doNext} align="start">
      {children(then)}
    </Menu>
  );
}

/** Of another's line: speaking to its sender, or hearing no more of them. */
export function PlayerActions({ picked, onMention, then }: LineMenuProps & { then: Then }) {
  const t = useChatText();
  const { sender } = picked.line;
  const isOwn = useSession((session) => session.username === sender.username);
  if (isOwn) return null;
  return (
    <>
      <MenuAction icon={<AtSign size={18} aria-hidden />} onSelect={then(() => onMention(sender.username))}>
        {t.mention}
      </MenuAction>
      <MenuAction icon={<EyeOff size={18} aria-hidden />} onSelect={() => void setHidden(sender, true)}>
        {t.hide}
      </MenuAction>
    </>
  );
}
