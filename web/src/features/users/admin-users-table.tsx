// oxlint-disable jsx-a11y/no-redundant-roles jsx-a11y/prefer-tag-over-role jsx-a11y/no-interactive-element-to-noninteractive-role
import { addressOf } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import type { User } from '@karat/contract/users';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '#ui/avatar.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { HeadCell } from '#ui/head-cell.tsx';
import { quietLinkClass } from '#ui/link-class.ts';
import { RoleWord, SandboxMark, StateMark } from './admin-user-marks.tsx';
import { useAdminText } from './words/admin-text.ts';

type UsersTableProps = { label: string; users: readonly User[] };

/** Line by line. Where it is narrow each is a small block; the roles are written out because changed display loses them. */
export function UsersTable({ label, users }: UsersTableProps) {
  const { users: words } = useAdminText();
  return (
    <table role="table" aria-label={label} className="w-full text-card @max-4xl:block">
      <thead role="rowgroup" className="@max-4xl:sr-only">
        <tr role="row">
          <HeadCell>{words.id}</HeadCell>
          <HeadCell>{words.username}</HeadCell>
          <HeadCell>{words.email}</HeadCell>
          <HeadCell>{words.role}</HeadCell>
          <HeadCell isNumber>{words.balance}</HeadCell>
          <HeadCell>{words.state}</HeadCell>
          <HeadCell>{words.joined}</HeadCell>
        </tr>
      </thead>
      <tbody role="rowgroup" className="@max-4xl:block">
        {users.map((user) => (
          <Row key={user.id} user={user} />
        ))}
      </tbody>
    </table>
  );
}

function Cell({ look, children }: { look?: string; children: ReactNode }) {
  return (
    <td role="cell" className={clsx('h-12 px-2 first:pl-4 last:pr-4 @max-4xl:h-auto @max-4xl:p-0!', look)}>
      {children}
    </td>
  );
}

// The link of the name covers the whole row, so that a press anywhere leads to the user.
const nameClass = `font-semibold after:absolute after:inset-0 ${quietLinkClass}`;

function Row({ user }: { user: User }) {
  const { id, username, email, avatar, role, balance, state, isSandbox, createdAt } = user;
  return (
    <tr
      role="row"
      className={clsx(
        'relative border-t border-line hover:bg-bg-2 @max-4xl:grid @max-4xl:items-center @max-4xl:gap-x-4 @max-4xl:gap-y-1.5',
        '@max-4xl:px-4 @max-4xl:py-3 @max-4xl:first:border-0 @max-xl:grid-cols-[auto_minmax(0,1fr)_auto]',
        '@xl:@max-4xl:grid-cols-[2.5rem_minmax(0,1fr)_8.5rem_auto]',
      )}
    >
      <Cell look="text-fg-3 tabular-nums @max-4xl:text-xs @max-xl:col-start-3 @max-xl:row-start-1 @max-xl:text-right @xl:@max-4xl:row-span-2">
        #{id}
      </Cell>
      <Cell look="@max-4xl:row-start-1 @max-xl:col-span-3 @max-xl:col-start-1 @xl:@max-4xl:col-start-2">
        {/* The number has its place at the end of the same line. */}
        <span className="flex min-w-0 items-center gap-2.5 @max-xl:pr-14">
          <Avatar src={avatar} username={username} size={32} />
          <Link to={addressOf(pages.adminUser, { userId: id })} className={clsx(nameClass, 'min-w-0 truncate')}>
            <bdi>{username}</bdi>
          </Link>
          {isSandbox && <SandboxMark />}
        </span>
      </Cell>
      <Cell look="max-w-52 truncate text-fg-2 @max-4xl:row-start-2 @max-4xl:max-w-none @max-4xl:text-xs @max-xl:col-span-2 @max-xl:col-start-1 @xl:@max-4xl:col-start-2">
        {email === null ? <span className="text-fg-3">–</span> : <bdi>{email}</bdi>}
      </Cell>
      <Cell look="@max-xl:col-start-1 @max-xl:row-start-3 @max-xl:text-xs @xl:@max-4xl:col-start-3 @xl:@max-4xl:row-start-1">
        <RoleWord role={role} />
      </Cell>
      <Cell look="text-right @max-xl:col-start-3 @max-xl:row-start-2 @xl:@max-4xl:col-start-4 @xl:@max-4xl:row-start-1">
        <Diamonds amount={balance} />
      </Cell>
      <Cell look="@4xl:pl-5 @max-4xl:text-right @max-xl:col-start-3 @max-xl:row-start-3 @xl:@max-4xl:col-start-4 @xl:@max-4xl:row-start-2">
        <StateMark state={state} />
      </Cell>
      <Cell look="text-fg-2 tabular-nums @xl:whitespace-nowrap @max-4xl:text-xs @max-4xl:text-fg-3 @max-xl:col-start-2 @max-xl:row-start-3 @xl:@max-4xl:col-start-3 @xl:@max-4xl:row-start-2">
        <time dateTime={createdAt}>{formatAdminTime(createdAt)}</time>
      </Cell>
    </tr>
  );
}
