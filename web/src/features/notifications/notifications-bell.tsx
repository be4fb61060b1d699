import { type Notification, markAsRead } from '@karat/contract/notifications';
import { Bell } from 'lucide-react';
import { useRef } from 'react';
import { call } from '#app/api.ts';
import { markAllRead, useLive } from '#app/live.ts';
import { useText } from '#i18n/i18n.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { LazyPanel, lazyPart } from '#ui/lazy-part.tsx';
import { logFailure } from '#ui/log.ts';

const NotificationsPanel = lazyPart(async () => (await import('./notifications-panel.tsx')).NotificationsPanel);

type BellProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** The bell of the top bar. Opening its panel tells the server of everything unread, in one request. */
export function NotificationsBell({ isOpen, onOpenChange }: BellProps) {
  const t = useText();
  const notifications = useLive((live) => live.notifications);
  const readAll = useReadAll(notifications);
  const isNewestUnread = notifications[0]?.isRead === false;
  const change = (open: boolean) => {
    onOpenChange(open);
    if (open) readAll();
  };
  const trigger = (
    <IconButton label={isNewestUnread ? t.topBar.notificationsUnread : t.topBar.notifications}>
      <Bell size={20} strokeWidth={1.75} aria-hidden />
      {isNewestUnread && (
        <span
          data-testid="unread-dot"
          className="motion-beacon absolute top-2 right-2 size-2 rounded-full bg-danger ring-2 ring-bg-2"
        />
      )}
    </IconButton>
  );
  return (
    <LazyPanel isOpen={isOpen} popup="dialog" trigger={trigger} onOpen={() => change(true)}>
      <NotificationsPanel trigger={trigger} notifications={notifications} isOpen={isOpen} onOpenChange={change} />
    </LazyPanel>
  );
}

function useReadAll(notifications: readonly Notification[]): () => void {
  const isSending = useRef(false);
  return () => {
    const notificationIds = notifications.filter(({ isRead }) => !isRead).map(({ id }) => id);
    if (isSending.current || notificationIds.length === 0) return;
    isSending.current = true;
    call(markAsRead, { body: { notificationIds } })
      .then(markAllRead, (error: unknown) => logFailure('Failed to mark notifications as read', error))
      .finally(() => {
        isSending.current = false;
      });
  };
}
