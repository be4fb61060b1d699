import { useEffect } from 'react';
import { globalChat, markChatViewed } from './chat-state.ts';
import { ConversationBody } from './conversation-body.tsx';
import { useChatText } from './words/chat-text.ts';

/** The global chat, the same in dock and sheet. */
export function ChatBody() {
  const t = useChatText();
  useEffect(markChatViewed, []);
  return <ConversationBody conversation={globalChat} label={t.log} empty={t.empty} />;
}
