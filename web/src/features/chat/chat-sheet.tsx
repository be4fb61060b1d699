import { useText } from '#i18n/i18n.ts';
import { Sheet } from '#ui/sheet.tsx';
import { ChatBody, OnlineCount } from './chat-body.tsx';

/** The chat on small screens. */
export function ChatSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useText();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t.chat.title} side="right" aside={<OnlineCount />}>
      <ChatBody />
    </Sheet>
  );
}
