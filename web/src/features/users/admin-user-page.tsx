import { pages } from '@karat/contract/pages';
import type { UserInfo } from '@karat/contract/users';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { useMay } from '#core/staff.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { SandboxChip } from '#ui/player-name.tsx';
import { NotFoundView } from '#ui/views.tsx';
import { userQuery } from './admin-queries.ts';
import { type MutePart, UserActions } from './admin-user-actions.tsx';
import { UserBets } from './admin-user-bets.tsx';
import { UserFacts } from './admin-user-facts.tsx';
import { StateMark } from './admin-user-marks.tsx';
import { ListSkeleton } from './admin-user-list.tsx';
import { BanNote, FlagNote } from './admin-user-notes.tsx';
import { UserTotals } from './admin-user-totals.tsx';
import { UserTransactions } from './admin-user-transactions.tsx';
import { useAdminText } from './words/admin-text.ts';

const LinkedAccounts = lazyComponent(async () => (await import('./admin-linked-accounts.tsx')).LinkedAccounts);
const UserItems = lazyComponent(async () => (await import('./admin-user-items.tsx')).UserItems);
const UserRemarks = lazyComponent(async () => (await import('./admin-user-remarks.tsx')).UserRemarks);

const ID = /^[1-9]\d{0,15}$/;

/** Parts of the page that other features provide. */
export type UserPageParts = {
  Activity: ComponentType<{ id: number }>;
  Adjust: ComponentType<{ user: Pick<UserInfo, 'id' | 'username' | 'isSandbox'> }>;
  Mute: MutePart;
};

/** One account: its data, totals, activity, bets, transactions, and the actions of staff. */
export function AdminUserPage(parts: UserPageParts) {
  const { userId = '' } = useParams();
  if (!ID.test(userId)) return <Missing />;
  return <UserDetails key={userId} id={Number(userId)} {...parts} />;
}

function Missing() {
  const { users } = useAdminText();
  return (
    <NotFoundView title={users.noneFound} text={users.missing} backLink={{ to: pages.adminUsers, label: users.back }} />
  );
}

function UserDetails({ id, Activity, Adjust, Mute }: UserPageParts & { id: number }) {
  const { users } = useAdminText();
  const mayAdjust = useMay('adjustments');
  const query = useQuery(userQuery(id));
  return (
    <QueryView query={query} notFound={<Missing />} errorTitle={users.failed}>
      {(info) => (
        <>
          <Link
            to={pages.adminUsers}
            className="hit-area relative mb-2 inline-flex items-center gap-1.5 font-semibold text-fg-2 hover:text-fg"
          >
            <ArrowLeft size={16} aria-hidden />
            {users.back}
          </Link>
          <PageHeading title={info.username} beside={<Marks info={info} />} />
          {info.ban !== null && <BanNote ban={info.ban} />}
          {info.flaggedAt !== null && <FlagNote at={info.flaggedAt} offer={info.flaggedFor} />}
          <div className="@container">
            <div className="grid gap-6 @5xl:grid-cols-[19rem_minmax(0,1fr)] @5xl:items-start">
              <div className="@container grid min-w-0 gap-4">
                <UserFacts info={info} />
                <UserActions info={info} Mute={Mute} />
                <Later>
                  <UserRemarks id={id} />
                </Later>
              </div>
              <div className="@container grid min-w-0 gap-8">
                <UserTotals id={id} />
                <Activity id={id} />
                <Later>
                  <LinkedAccounts id={id} />
                </Later>
                <UserBets id={id} />
                <UserTransactions id={id} />
                <Later>
                  <UserItems id={id} />
                </Later>
                {mayAdjust && info.state !== 'deleted' && <Adjust user={info} />}
              </div>
            </div>
          </div>
        </>
      )}
    </QueryView>
  );
}

/** A part that loads after the rest of the page. */
function Later({ children }: { children: ReactNode }) {
  return <Suspense fallback={<ListSkeleton />}>{children}</Suspense>;
}

function Marks({ info }: { info: UserInfo }) {
  return (
    <span className="ml-3 inline-flex items-center gap-2 align-middle font-sans tracking-normal">
      {info.isSandbox && <SandboxChip />}
      {info.state !== 'active' && <StateMark state={info.state} />}
    </span>
  );
}
