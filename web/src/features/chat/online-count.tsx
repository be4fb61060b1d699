import { useOnlineCount } from '#core/presence.ts';
import { useText } from '#i18n/i18n.ts';
import { useChatText } from './words/chat-text.ts';

/** How many people are connected, and how many sandbox players beside them. Numbers that are unknown or 0 are not shown. */
export function OnlineCount() {
  const t = useChatText();
  const { sandbox: sandboxText } = useText();
  const online = useOnlineCount();
  if (online === undefined) return null;
  const { count, sandbox } = online;
  return (
    <span className="inline-flex items-center gap-1.5 text-xs font-medium whitespace-nowrap tabular-nums">
      {count > 0 && (
        <span className="inline-flex items-center gap-1.5 text-success">
          <span aria-hidden className="size-1.5 rounded-full bg-success" />
          {t.online(count)}
        </span>
      )}
      {count > 0 && sandbox > 0 && ' '}
      {sandbox > 0 && (
        <span title={sandboxText.meaning} className="text-fg-2">
          {t.onlineSandbox(sandbox)}
        </span>
      )}
    </span>
  );
}
