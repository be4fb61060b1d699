import { AtSign, EyeOff, UserRound } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useSession } from '#core/session.ts';
import { Menu, MenuAction, MenuLink } from '#ui/menu.tsx';
import { playerUrl } from '#ui/player-name.tsx';
import { setHidden } from './actions.ts';
import type { Picked } from './chat-message-row.tsx';
import type { Conversation } from './conversation.ts';
import { useChatText } from './words/chat-text.ts';

export type MessageMenuProps = {
  conversation: Conversation;
  picked: Picked;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onMention: (username: string) => void;
};

/** The actions of a player for a message. */
export function MessageMenu(props: MessageMenuProps) {
  return <AnchoredMenu {...props}>{(then) => <PlayerActions {...props} then={then} />}</AnchoredMenu>;
}

/** Runs after the menu has closed and the focus is back, so that what it opens returns the focus there. */
type Then = (action: () => void) => () => void;

/** A menu at the clicked button. It is rendered outside of the messages, which screen readers announce. */
export function AnchoredMenu(props: MessageMenuProps & { children: (then: Then) => ReactNode }) {
  const { picked, isOpen, onOpenChange, children } = props;
  const t = useChatText();
  const next = useRef<() => void>(undefined);
  const { left, top, width, height } = picked.place;
  const returnFocus = () => picked.opener.focus({ preventScroll: true });
  // Does not rely on the returning focus, because it may have moved elsewhere, and the choice would be lost.
  const runNext = (event: Event) => {
    const action = next.current;
    next.current = undefined;
    if (action === undefined) return;
    event.preventDefault();
    returnFocus();
    action();
  };
  const trigger = (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      onFocus={returnFocus}
      className="pointer-events-none fixed opacity-0"
      style={{ left, top, width, height }}
    >
      {t.menuOf(picked.line.sender.username)}
    </button>
  );
  const then: Then = (action) => () => {
    next.current = action;
  };
  return (
    <Menu trigger={trigger} isOpen={isOpen} onOpenChange={onOpenChange} onClosed={runNext} align="start">
      {children(then)}
    </Menu>
  );
}

/** For another player's message: show, mention or hide its sender. */
export function PlayerActions({ picked, onMention, then }: MessageMenuProps & { then: Then }) {
  const t = useChatText();
  const { sender } = picked.line;
  const isOwn = useSession((session) => session.username === sender.username);
  if (isOwn) return null;
  return (
    <>
      <MenuLink icon={<UserRound size={18} aria-hidden />} to={playerUrl(sender.username)}>
        {t.profile}
      </MenuLink>
      <MenuAction icon={<AtSign size={18} aria-hidden />} onSelect={then(() => onMention(sender.username))}>
        {t.mention}
      </MenuAction>
      <MenuAction icon={<EyeOff size={18} aria-hidden />} onSelect={() => void setHidden(sender, true)}>
        {t.hide}
      </MenuAction>
    </>
  );
}
