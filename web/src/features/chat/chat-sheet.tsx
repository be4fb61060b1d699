import { useText } from '#i18n/i18n.ts';
import { Sheet } from '#ui/sheet.tsx';
import { ChatBody } from './chat-body.tsx';
import { ChatOptions } from './chat-options.tsx';
import { OnlineCount } from './online-count.tsx';

/** The chat on small screens. */
export function ChatSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useText();
  const aside = (
    <div className="flex grow items-center justify-between">
      <OnlineCount />
      <span className="ml-auto">
        <ChatOptions />
      </span>
    </div>
  );
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t.chat.title} side="right" aside={aside}>
      <ChatBody />
    </Sheet>
  );
}
