import { type Notification, markAsRead } from '@karat/contract/notifications';
import clsx from 'clsx';
import { Bell, BellOff } from 'lucide-react';
import { useRef } from 'react';
import { call } from '#app/api.ts';
import { markAllRead, useLive } from '#app/live.ts';
import { useText } from '#i18n/i18n.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { logFailure } from '#ui/log.ts';
import { PopoverPanel } from '#ui/popover-panel.tsx';
import { RelativeTime } from '#ui/time.tsx';
import { NotificationIcon } from './notification-icon.tsx';

type BellProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** The bell of the top bar. Opening its panel tells the server of everything unread, in one request. */
export function NotificationsBell({ isOpen, onOpenChange }: BellProps) {
  const t = useText();
  const notifications = useLive((live) => live.notifications);
  const readAll = useReadAll(notifications);
  const isNewestUnread = notifications[0]?.isRead === false;
  const trigger = (
    <IconButton label={isNewestUnread ? t.topBar.notificationsUnread : t.topBar.notifications} className="relative">
      <Bell size={20} strokeWidth={1.75} aria-hidden />
      {isNewestUnread && (
        <span
          data-testid="unread-dot"
          className="motion-beacon absolute top-2 right-2 size-2 rounded-full bg-danger ring-2 ring-bg-2"
        />
      )}
    </IconButton>
  );
  const change = (open: boolean) => {
    onOpenChange(open);
    if (open) readAll();
  };
  return (
    <PopoverPanel trigger={trigger} title={t.notifications.title} isOpen={isOpen} onOpenChange={change}>
      {notifications.length === 0 ? (
        <div className="flex flex-col items-center gap-3 px-6 py-12 text-center text-fg-2">
          <BellOff size={26} strokeWidth={1.75} aria-hidden className="text-fg-3" />
          {t.notifications.empty}
        </div>
      ) : (
        <ul className="divide-y divide-line">
          {notifications.map((notification) => (
            <Entry key={notification.id} notification={notification} />
          ))}
        </ul>
      )}
    </PopoverPanel>
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

function Entry({ notification }: { notification: Notification }) {
  const t = useText();
  const { icon, title, message, updatedAt, isRead } = notification;
  return (
    <li className={clsx('flex gap-3 px-4 py-3', !isRead && 'bg-primary/5')}>
      <NotificationIcon icon={icon} />
      <div className="min-w-0 grow">
        <p className="text-card font-semibold">
          {!isRead && <span className="sr-only">{t.notifications.unread}: </span>}
          {title}
        </p>
        <p className="mt-0.5 text-card text-fg-2">{message}</p>
        <RelativeTime iso={updatedAt} className="mt-1 block text-2xs text-fg-3" />
      </div>
    </li>
  );
}
