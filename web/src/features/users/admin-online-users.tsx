import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import { Link } from 'react-router';
import { formatNumber } from '#i18n/format.ts';
import { PlayerName } from '#ui/player-name.tsx';
import { useOnlineUsers } from './online-users.ts';
import { useAdminText } from './words/admin-text.ts';

/** The maximum number of names; others are found by search. */
const SHOWN_MAX = 200;

const byName = new Intl.Collator('tr', { sensitivity: 'base', numeric: true });

/** Players who are online. */
export function OnlineUsers() {
  const { users } = useAdminText();
  const online = useOnlineUsers();
  const sorted = online.toSorted(([, one], [, other]) => byName.compare(one, other));
  return (
    <section aria-labelledby="online-users" className="surface p-4">
      <h2 id="online-users" className="flex items-baseline gap-2 font-display text-h2 font-bold">
        {users.online}
        {online.length > 0 && (
          <span className="font-sans text-sm font-medium text-fg-3 tabular-nums">{formatNumber(online.length)}</span>
        )}
      </h2>
      {online.length === 0 ? (
        <p className="mt-2 text-fg-2">{users.onlineWaiting}</p>
      ) : (
        <ul className="mt-3 flex max-h-96 flex-wrap gap-2 overflow-y-auto">
          {sorted.slice(0, SHOWN_MAX).map(([id, username]) => (
            <li key={id} className="max-w-full">
              <Link
                to={fillPath(pages.adminUser, { userId: id })}
                className="flex min-h-11 items-center gap-2 rounded-full bg-bg-2 px-3 py-1 text-card font-semibold hover:bg-bg-3 md:min-h-9"
              >
                <span aria-hidden className="size-2 shrink-0 rounded-full bg-success" />
                {/* Sandbox players are counted, but not listed. */}
                <PlayerName username={username} isSandbox={false} isPlain />
              </Link>
            </li>
          ))}
          {sorted.length > SHOWN_MAX && (
            <li className="flex min-h-11 items-center px-1 text-card text-fg-3 md:min-h-9">
              {users.onlineMore(formatNumber(sorted.length - SHOWN_MAX))}
            </li>
          )}
        </ul>
      )}
    </section>
  );
}
