import { useOnlineCount } from '#core/presence.ts';
import { useChatText } from './words/chat-text.ts';

/** The number of connected players; hidden while it is unknown. */
export function OnlineCount() {
  const t = useChatText();
  const count = useOnlineCount();
  if (count === undefined) return null;
  return (
    <span className="inline-flex items-center gap-1.5 text-xs font-medium text-success tabular-nums">
      <span aria-hidden className="size-1.5 rounded-full bg-success" />
      {t.online(count)}
    </span>
  );
}
