import type { Notification } from '@karat/contract/notifications';
import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import clsx from 'clsx';
import { BellOff, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PopoverPanel } from '#ui/popover-panel.tsx';
import { RelativeTime } from '#ui/time.tsx';
import { NotificationIcon } from './notification-icon.tsx';
import { useNotificationsText } from './words/notifications-text.ts';

type PanelProps = {
  trigger: ReactNode;
  notifications: readonly Notification[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** The list under the bell, newest first. */
export function NotificationsPanel({ trigger, notifications, isOpen, onOpenChange }: PanelProps) {
  const t = useNotificationsText();
  return (
    <PopoverPanel trigger={trigger} title={t.title} isOpen={isOpen} onOpenChange={onOpenChange}>
      {notifications.length === 0 ? (
        <div className="flex flex-col items-center gap-3 px-6 py-12 text-center text-fg-2">
          <BellOff size={26} strokeWidth={1.75} aria-hidden className="text-fg-3" />
          {t.empty}
        </div>
      ) : (
        <ul className="divide-y divide-line">
          {notifications.map((notification) => (
            <Entry key={notification.id} notification={notification} onLeave={() => onOpenChange(false)} />
          ))}
        </ul>
      )}
    </PopoverPanel>
  );
}

const BALANCE_HISTORY = `${pages.profile}#balance-history`;

/** The page for each notification of an earlier version, which had the same icon for several pages. Later ones have translated titles. */
const pagesByTitle: Readonly<Partial<Record<string, string>>> = {
  'Sold on the market': `${pages.listings}?view=closed`,
  'Listing removed': `${pages.listings}?view=closed`,
  'Buy order filled': pages.inventory,
  'Buy order closed': `${pages.listings}?tab=orders&view=closed`,
  'A deposit was reversed': BALANCE_HISTORY,
  'A withdrawal was reversed': pages.support,
  'Your skin has stayed with us': pages.inventory,
  'Your withdrawal waits': pages.inventory,
};
const pagesByIcon: Readonly<Partial<Record<string, string>>> = {
  mission: pages.missions,
  ticket: pages.support,
  sale: pages.inventory,
  diamond: BALANCE_HISTORY,
  listing: `${pages.listings}?view=closed`,
  'order-filled': pages.inventory,
  'order-closed': `${pages.listings}?tab=orders&view=closed`,
  withdrawal: pages.inventory,
  'deposit-reversed': BALANCE_HISTORY,
  'withdrawal-reversed': pages.support,
};

const pageIn = (places: Readonly<Partial<Record<string, string>>>, key: string): string | undefined =>
  Object.hasOwn(places, key) ? places[key] : undefined;

/** The title of a room's notification contains its number, in every language. */
function pageOf({ icon, title }: Notification): string | undefined {
  if (icon !== 'room') return pageIn(pagesByTitle, title) ?? pageIn(pagesByIcon, icon);
  const [, roomId] = /#([1-9]\d*)/.exec(title) ?? [];
  return roomId === undefined ? undefined : fillPath(pages.room, { roomId });
}

type EntryProps = { notification: Notification; onLeave: () => void };

function Entry({ notification, onLeave }: EntryProps) {
  const to = pageOf(notification);
  const rowClass = clsx('flex gap-3 px-4 py-3', !notification.isRead && 'bg-primary/5');
  return (
    <li>
      {to === undefined ? (
        <div className={rowClass}>
          <EntryText notification={notification} />
        </div>
      ) : (
        <Link
          to={to}
          onClick={onLeave}
          className={clsx(rowClass, 'transition-colors duration-140 hover:bg-bg-3 focus-visible:-outline-offset-2')}
        >
          <EntryText notification={notification} />
          <ChevronRight size={16} aria-hidden className="shrink-0 self-center text-fg-3" />
        </Link>
      )}
    </li>
  );
}

function EntryText({ notification }: { notification: Notification }) {
  const t = useNotificationsText();
  const { icon, title, message, updatedAt, isRead } = notification;
  return (
    <>
      <NotificationIcon icon={icon} />
      <div className="min-w-0 grow">
        <p className="text-card font-semibold">
          {!isRead && <span className="sr-only">{t.unread}: </span>}
          {title}
        </p>
        <p className="mt-0.5 text-card text-fg-2">{message}</p>
        <RelativeTime iso={updatedAt} className="mt-1 block text-2xs text-fg-3" />
      </div>
    </>
  );
}
