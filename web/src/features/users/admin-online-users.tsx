import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import { pageCount, pageFrom } from '@karat/rules/pager';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatNumber } from '#i18n/format.ts';
import { PagerBar } from '#ui/pager-bar.tsx';
import { PlayerName } from '#ui/player-name.tsx';
import { useUrlParams } from '#ui/url-params.ts';
import { ONLINE_PER_PAGE, onlineUsersQuery } from './admin-queries.ts';
import { useOnlineUsers } from './online-users.ts';
import { useAdminText } from './words/admin-text.ts';

const byName = new Intl.Collator('tr', { sensitivity: 'base', numeric: true });

/** Players who are online: the first page live, the others as they are when they are opened. */
export function OnlineUsers() {
  const { users } = useAdminText();
  const { onlineUsers, total } = useOnlineUsers();
  const { params, to } = useUrlParams();
  const page = Math.min(pageFrom(params.get('online')), pageCount(total, ONLINE_PER_PAGE));
  const later = useQuery({ ...onlineUsersQuery(page), enabled: page > 1 });
  const first = onlineUsers.toSorted(([, one], [, other]) => byName.compare(one, other)).slice(0, ONLINE_PER_PAGE);
  const shown = page === 1 ? first.map(([id, username]) => ({ id, username })) : (later.data?.data ?? []);
  return (
    <section aria-labelledby="online-users" className="surface p-4">
      <h2 id="online-users" className="flex items-baseline gap-2 font-display text-h2 font-bold">
        {users.online}
        {total > 0 && (
          <span className="font-sans text-sm font-medium text-fg-3 tabular-nums">{formatNumber(total)}</span>
        )}
      </h2>
      {total === 0 ? (
        <p className="mt-2 text-fg-2">{users.onlineWaiting}</p>
      ) : (
        <ul className="mt-3 flex max-h-96 flex-wrap gap-2 overflow-y-auto">
          {shown.map(({ id, username }) => (
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
        </ul>
      )}
      {total > ONLINE_PER_PAGE && (
        <PagerBar
          pagination={{ totalResults: total, resultsPerPage: ONLINE_PER_PAGE, currentPage: page }}
          toPage={(next) => to({ page: params.get('page') ?? undefined, online: next === 1 ? undefined : next })}
          listName={users.online}
        />
      )}
    </section>
  );
}
