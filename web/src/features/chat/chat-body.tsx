import { useEffect } from 'react';
import { useText } from '#i18n/i18n.ts';
import { globalChat, lookAtChat } from './chat-state.ts';
import { ConversationBody } from './conversation-body.tsx';

/** Everybody's chat, the same in dock and sheet. */
export function ChatBody() {
  const t = useText();
  useEffect(lookAtChat, []);
  return <ConversationBody talk={globalChat} label={t.chat.log} empty={t.chat.empty} />;
}
