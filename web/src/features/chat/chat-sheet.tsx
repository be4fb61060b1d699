import { Sheet } from '#ui/sheet.tsx';
import { ChatBody } from './chat-body.tsx';
import { ChatOptions } from './chat-options.tsx';
import { OnlineCount } from './online-count.tsx';
import { useChatText } from './words/chat-text.ts';

/** The chat on small screens. */
export function ChatSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useChatText();
  const aside = (
    <div className="flex grow items-center justify-between">
      <OnlineCount />
      <span className="ml-auto">
        <ChatOptions />
      </span>
    </div>
  );
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t.title} side="right" aside={aside}>
      <ChatBody />
    </Sheet>
  );
}
