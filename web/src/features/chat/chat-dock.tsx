import { ChevronsRight, MessageCircle } from 'lucide-react';
import { Suspense, useSyncExternalStore } from 'react';
import { setModalState, useModals } from '#core/modals.ts';
import { useText } from '#i18n/i18n.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { SkeletonBlock } from '#ui/skeleton.tsx';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { ChatOptions } from './chat-options.tsx';
import { useUnseen } from './chat-state.ts';
import { OnlineCount } from './online-count.tsx';
import { UnreadBadge } from './unread-badge.tsx';
import { useChatText } from './words/chat-text.ts';

const ChatBody = lazyComponent(async () => (await import('./chat-body.tsx')).ChatBody);

/** The chat on large screens: docked at the right, or a tab at the edge. */
export function ChatDock() {
  const t = useChatText();
  const isOpen = useModals((modals) => modals.isChatOpen);
  const isWide = useIsWide();
  if (!isOpen) return <EdgeTab />;
  return (
    <aside
      aria-label={t.title}
      className="right-scroll-bar-position fixed top-top-bar right-0 bottom-0 z-30 flex w-chat flex-col border-l border-line bg-bg-1/60 max-lg:hidden"
    >
      <header className="flex h-13 shrink-0 items-center border-b border-line pr-2 pl-4">
        {/* Beside the options of staff the numbers do not fit in the line of the title. */}
        <div className="mr-2 flex grow flex-wrap items-center justify-between">
          <h2 className="font-display text-base leading-6 font-bold whitespace-nowrap">{t.title}</h2>
          <OnlineCount />
        </div>
        <ChatOptions />
        <IconButton
          variant="bare"
          label={t.collapse}
          className="size-9"
          onClick={() => setModalState('isChatOpen', false)}
        >
          <ChevronsRight size={18} aria-hidden />
        </IconButton>
      </header>
      {/* On narrow screens the sheet shows the messages. */}
      {isWide && (
        <Suspense fallback={<BodySkeleton />}>
          <ChatBody />
        </Suspense>
      )}
    </aside>
  );
}

function BodySkeleton() {
  return (
    <>
      <ChatSkeleton />
      <div className="border-t border-line p-3">
        <SkeletonBlock className="h-11 rounded-md" />
      </div>
    </>
  );
}

const WIDE = '(width >= 64rem)';

function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = window.matchMedia(WIDE);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => window.matchMedia(WIDE).matches,
  );
}

function EdgeTab() {
  const t = useText();
  const words = useChatText();
  const { count } = useUnseen();
  return (
    <button
      type="button"
      aria-label={count === 0 ? words.open : `${words.open} (${t.chat.newMessages(count)})`}
      onClick={() => setModalState('isChatOpen', true)}
      className="right-scroll-bar-position fixed top-1/2 right-0 z-30 grid h-24 w-6 -translate-y-1/2 place-items-center rounded-l-md border border-r-0 border-line bg-bg-2 text-fg-2 shadow-pop transition-colors duration-140 hover:bg-bg-3 hover:text-primary pointer-coarse:w-11 max-lg:hidden"
    >
      <span className="flex flex-col items-center gap-1.5">
        <MessageCircle size={16} strokeWidth={1.75} aria-hidden />
        <UnreadBadge />
      </span>
    </button>
  );
}
