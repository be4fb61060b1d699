import { type Notification, markAsRead } from '@karat/contract/notifications';
import { Bell } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { call } from '#core/api.ts';
import { logResponse, logError } from '#core/log.ts';
import { useText } from '#i18n/i18n.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { LazyPanel, lazyComponent } from '#ui/lazy-component.tsx';
import { markRead, useNotifications } from './notifications.ts';

const NotificationsPanel = lazyComponent(async () => (await import('./notifications-panel.tsx')).NotificationsPanel);

/** Notifications within this time while the panel is open are marked as read together. */
const THROTTLE_MS = 1_000;

type BellProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** The bell of the top bar. Opening its panel marks everything unread as read, in one request. */
export function NotificationsBell({ isOpen, onOpenChange }: BellProps) {
  const t = useText();
  const notifications = useNotifications((known) => known.notifications);
  useMarkAsRead(notifications, isOpen);
  const isNewestUnread = notifications[0]?.isRead === false;
  const trigger = (
    <IconButton label={isNewestUnread ? t.topBar.notificationsUnread : t.topBar.notifications}>
      <Bell size={20} strokeWidth={1.75} aria-hidden />
      {isNewestUnread && (
        <span
          data-testid="unread-dot"
          className="motion-beacon [--beacon-delay:0s] absolute top-2 right-2 size-2 rounded-full bg-danger ring-2 ring-bg-2"
        />
      )}
    </IconButton>
  );
  return (
    <LazyPanel isOpen={isOpen} popup="dialog" trigger={trigger} onOpen={() => onOpenChange(true)}>
      <NotificationsPanel trigger={trigger} notifications={notifications} isOpen={isOpen} onOpenChange={onOpenChange} />
    </LazyPanel>
  );
}

/** Marks unread notifications as read: immediately when the panel opens, and throttled while it is open. */
function useMarkAsRead(notifications: readonly Notification[], isOpen: boolean): void {
  // Set for every outcome: a failure is not retried until the panel is opened again.
  const sentIds = useRef<Set<number>>(undefined);
  const unread = notifications.filter(({ isRead }) => !isRead).map(({ id }) => id);
  const unreadIds = unread.join();
  useEffect(() => {
    if (!isOpen) {
      sentIds.current = undefined;
      return undefined;
    }
    const isOpening = sentIds.current === undefined;
    const timer = setTimeout(
      () => {
        const known = (sentIds.current ??= new Set());
        const ids = unreadIds === '' ? [] : unreadIds.split(',').map(Number);
        const fresh = ids.filter((id) => !known.has(id));
        for (const id of fresh) known.add(id);
        if (fresh.length > 0) sendRead(fresh);
      },
      isOpening ? 0 : THROTTLE_MS,
    );
    return () => clearTimeout(timer);
  }, [isOpen, unreadIds]);
}

function sendRead(notificationIds: number[]): void {
  call(markAsRead, { body: { notificationIds } }).then(
    (answer) => {
      logResponse('Notifications marked as read', answer);
      markRead(notificationIds);
    },
    (error: unknown) => logError('Failed to mark notifications as read', error),
  );
}
