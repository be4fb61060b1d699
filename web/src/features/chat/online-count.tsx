import { useOnlineCount } from '#core/presence.ts';
import { useText } from '#i18n/i18n.ts';

/** How many players are here; nothing while the live channel cannot say. */
export function OnlineCount() {
  const t = useText();
  const count = useOnlineCount();
  if (count === undefined) return null;
  return (
    <span className="inline-flex items-center gap-1.5 text-xs font-medium text-success tabular-nums">
      <span aria-hidden className="size-1.5 rounded-full bg-success" />
      {t.chat.online(count)}
    </span>
  );
}
