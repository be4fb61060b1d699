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

/** The actions of a player for a message. */
export function LineMenu(props: LineMenuProps) {
  return <PickedMenu {...props}>{(then) => <PlayerActions {...props} then={then} />}</PickedMenu>;
}

/** Runs after the menu has closed and the focus is back, so that what it opens returns the focus there. */
type Then = (act: () => void) => () => void;

/** A menu at the clicked button. It is rendered outside of the messages, which screen readers announce. */
export function PickedMenu(props: LineMenuProps & { children: (then: Then) => ReactNode }) {
  const { picked, isOpen, onOpenChange, children } = props;
  const t = useChatText();
  const next = useRef<() => void>(undefined);
  const { left, top, width, height } = picked.place;
  const giveFocusBack = () => picked.opener.focus({ preventScroll: true });
  // Does not rely on the returning focus: it may have moved elsewhere, and the choice would be lost.
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

/** For another player's message: mention or hide its sender. */
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
