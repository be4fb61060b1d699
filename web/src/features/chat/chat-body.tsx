import { MessagesSquare } from 'lucide-react';
import { useId } from 'react';
import { create } from 'zustand';
import { useLive } from '#app/live.ts';
import { openAuth } from '#app/modals.ts';
import { useSession } from '#app/session.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Composer } from './composer.tsx';

/** What is being written, kept outside of the panel: closing it, or losing the connection, loses no word. */
const useDraft = create<{ text: string }>(() => ({ text: '' }));

/** How many players are here; nothing while the live channel cannot say. */
export function OnlineCount() {
  const t = useText();
  const count = useLive((live) => (live.isLost ? undefined : live.onlineCount));
  if (count === undefined) return null;
  return (
    <span className="inline-flex items-center gap-1.5 text-xs font-medium text-success tabular-nums">
      <span aria-hidden className="size-1.5 rounded-full bg-success" />
      {t.chat.online(count)}
    </span>
  );
}

/** Messages and composer, the same in dock and sheet. */
export function ChatBody() {
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
