import { useEffect } from 'react';
import { globalChat, lookAtChat } from './chat-state.ts';
import { ConversationBody } from './conversation-body.tsx';
import { useChatText } from './words/chat-text.ts';

/** The global chat, the same in dock and sheet. */
export function ChatBody() {
  const t = useChatText();
  useEffect(lookAtChat, []);
  return <ConversationBody talk={globalChat} label={t.log} empty={t.empty} />;
}
