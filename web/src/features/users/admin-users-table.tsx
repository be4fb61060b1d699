import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { User } from '@karat/contract/users';
import { type AdminColumn, AdminTable, rowLinkClass } from '#ui/admin-table.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { PlayerName } from '#ui/player-name.tsx';
import { RoleName, StateMark } from './admin-user-marks.tsx';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';

type UsersTableProps = { label: string; users: readonly User[] };

/** Accounts as rows; on narrow screens each is a block. */
export function UsersTable({ label, users }: UsersTableProps) {
  return (
    <AdminTable
      label={label}
      columns={columnsOf(useAdminText())}
      rows={users}
      rowKey={({ id }) => id}
      from="4xl"
      rowClass="relative hover:bg-bg-2 @max-4xl:items-center @max-4xl:gap-x-4 @max-4xl:gap-y-1.5 @max-4xl:py-3 @max-xl:grid-cols-[auto_minmax(0,1fr)_auto] @xl:@max-4xl:grid-cols-[2.5rem_minmax(0,1fr)_8.5rem_auto]"
    />
  );
}

function columnsOf({ users: t }: AdminCatalogue): AdminColumn<User>[] {
  return [
    {
      key: 'id',
      label: t.id,
      cellClass:
        'text-fg-3 tabular-nums @max-4xl:text-xs @max-xl:col-start-3 @max-xl:row-start-1 @max-xl:text-right @xl:@max-4xl:row-span-2',
      renderCell: ({ id }) => `#${id}`,
    },
    {
      key: 'username',
      label: t.username,
      cellClass: '@max-4xl:row-start-1 @max-xl:col-span-3 @max-xl:col-start-1 @xl:@max-4xl:col-start-2',
      renderCell: (user) => <Name user={user} />,
    },
    {
      key: 'email',
      label: t.email,
      cellClass:
        'max-w-52 truncate text-fg-2 @max-4xl:row-start-2 @max-4xl:max-w-none @max-4xl:text-xs @max-xl:col-span-2 @max-xl:col-start-1 @xl:@max-4xl:col-start-2',
      renderCell: ({ email }) => (email === null ? <span className="text-fg-3">–</span> : <bdi>{email}</bdi>),
    },
    {
      key: 'role',
      label: t.role,
      cellClass:
        '@max-xl:col-start-1 @max-xl:row-start-3 @max-xl:text-xs @xl:@max-4xl:col-start-3 @xl:@max-4xl:row-start-1',
      renderCell: ({ staffRole }) => <RoleName staffRole={staffRole} />,
    },
    {
      key: 'balance',
      label: t.balance,
      isNumber: true,
      cellClass: 'text-right @max-xl:col-start-3 @max-xl:row-start-2 @xl:@max-4xl:col-start-4 @xl:@max-4xl:row-start-1',
      renderCell: ({ balance }) => <Diamonds amount={balance} />,
    },
    {
      key: 'state',
      label: t.state,
      cellClass:
        '@4xl:pl-5 @max-4xl:text-right @max-xl:col-start-3 @max-xl:row-start-3 @xl:@max-4xl:col-start-4 @xl:@max-4xl:row-start-2',
      renderCell: ({ state }) => <StateMark state={state} />,
    },
    {
      key: 'joined',
      label: t.joined,
      cellClass:
        'text-fg-2 tabular-nums @xl:whitespace-nowrap @max-4xl:text-xs @max-4xl:text-fg-3 @max-xl:col-start-2 @max-xl:row-start-3 @xl:@max-4xl:col-start-3 @xl:@max-4xl:row-start-2',
      renderCell: ({ createdAt }) => <time dateTime={createdAt}>{formatAdminTime(createdAt)}</time>,
    },
  ];
}

/** In a block the id is at the end of the same line. */
function Name({ user: { id, username, avatar, isSandbox } }: { user: User }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5 @max-xl:pr-14">
      <Avatar src={avatar} username={username} size={32} />
      <PlayerName
        username={username}
        isSandbox={isSandbox}
        to={fillPath(pages.adminUser, { userId: id })}
        linkClass={rowLinkClass}
      />
    </span>
  );
}
