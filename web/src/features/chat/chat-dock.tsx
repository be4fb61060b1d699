import { ChevronsRight, MessageCircle } from 'lucide-react';
import { setFlag, useFlags } from '#app/modals.ts';
import { useText } from '#i18n/i18n.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { ChatBody, OnlineCount } from './chat-body.tsx';

/** The chat on large screens: docked at the right, or a tab at the edge. */
export function ChatDock() {
  const t = useText();
  const isOpen = useFlags((flags) => flags.isChatOpen);
  if (!isOpen) return <EdgeTab />;
  return (
    <aside
      aria-label={t.chat.title}
      className="right-scroll-bar-position fixed top-top-bar right-0 bottom-0 z-30 flex w-chat flex-col border-l border-line bg-bg-1/60 max-lg:hidden"
    >
      <header className="flex h-13 shrink-0 items-center gap-3 border-b border-line pr-2 pl-4">
        <h2 className="grow font-display text-base font-bold">{t.chat.title}</h2>
        <OnlineCount />
        <IconButton look="bare" label={t.chat.collapse} className="size-9" onClick={() => setFlag('isChatOpen', false)}>
          <ChevronsRight size={18} aria-hidden />
        </IconButton>
      </header>
      <ChatBody />
    </aside>
  );
}

function EdgeTab() {
  const t = useText();
  return (
    <button
      type="button"
      aria-label={t.chat.open}
      onClick={() => setFlag('isChatOpen', true)}
      className="right-scroll-bar-position fixed top-1/2 right-0 z-30 grid h-24 w-10 -translate-y-1/2 place-items-center rounded-l-md border border-r-0 border-line bg-bg-2 text-fg-2 shadow-pop transition-colors duration-140 hover:bg-bg-3 hover:text-primary max-lg:hidden"
    >
      <MessageCircle size={20} strokeWidth={1.75} aria-hidden />
    </button>
  );
}
