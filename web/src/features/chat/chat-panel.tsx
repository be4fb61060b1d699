import { ChevronsRight, MessageCircle, MessagesSquare } from 'lucide-react';
import { useId } from 'react';
import { create } from 'zustand';
import { useLive } from '#app/live.ts';
import { openAuth, setFlag, useFlags } from '#app/modals.ts';
import { useSession } from '#app/session.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Composer } from './composer.tsx';

/** What is being written, kept outside of the panel: closing it, or losing the connection, loses no word. */
const useDraft = create<{ text: string }>(() => ({ text: '' }));

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

/** The chat on small screens. */
export function ChatSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useText();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t.chat.title} side="right" aside={<OnlineCount />}>
      <ChatBody />
    </Sheet>
  );
}

function OnlineCount() {
  const t = useText();
  const count = useLive((live) => live.onlineCount);
  if (count === undefined) return null;
  return (
    <span className="inline-flex items-center gap-1.5 text-xs font-medium text-success tabular-nums">
      <span aria-hidden className="size-1.5 rounded-full bg-success" />
      {t.chat.online(count)}
    </span>
  );
}

function ChatBody() {
  const t = useText();
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const reasonId = useId();
  const draft = useDraft((state) => state.text);
  return (
    <>
      <div className="flex min-h-0 grow flex-col items-center justify-center gap-2 overflow-y-auto px-8 py-10 text-center">
        <span aria-hidden className="mb-2 grid size-14 place-items-center rounded-lg bg-bg-2 text-fg-3">
          <MessagesSquare size={24} strokeWidth={1.75} />
        </span>
        <p id={reasonId} className="font-semibold">
          {t.chat.notOpen}
        </p>
        <p className="text-card text-pretty text-fg-2">{t.chat.notOpenHint}</p>
      </div>
      <div className="shrink-0 border-t border-line p-3">
        {isLoggedIn ? (
          <Composer
            value={draft}
            onChange={(text) => useDraft.setState({ text })}
            onSend={() => undefined}
            closedBy={reasonId}
          />
        ) : (
          <Button className="w-full" onClick={() => openAuth('login')}>
            {t.chat.signIn}
          </Button>
        )}
      </div>
    </>
  );
}
