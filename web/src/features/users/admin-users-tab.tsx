import type { Reply } from '@karat/contract/endpoint';
import type { getAllUsers } from '@karat/contract/users';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { SearchX, Users } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useMay } from '#core/staff.ts';
import { useText } from '#i18n/i18n.ts';
import { AdminPager } from '#ui/admin-pager.tsx';
import { useUrlParams } from '#ui/url-params.ts';
import { Button } from '#ui/button.tsx';
import { Dimmed } from '#ui/dimmed.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { RedirectToLastPage } from '#ui/redirect-to-last-page.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { TabLinks } from '#ui/tab-links.tsx';
import { EmptyView } from '#ui/views.tsx';
import { OnlineUsers } from './admin-online-users.tsx';
import { foundUsersQuery, type UsersFilter, usersQuery, usersFilterOf } from './admin-queries.ts';
import { UsersTable } from './admin-users-table.tsx';
import { useAdminText } from './words/admin-text.ts';

/** All accounts: searchable by name, e-mail or id, sorted by age or balance, and the users who are online. */
export function AdminUsersTab() {
  const t = useText();
  const { users } = useAdminText();
  const mayOnline = useMay('online');
  const urlParams = useUrlParams();
  const filter = usersFilterOf(urlParams.params);
  const box = useRef<HTMLDivElement>(null);
  const showAll = () => {
    // The button disappears with the search that it resets.
    box.current?.querySelector('input')?.focus();
    urlParams.go({ find: undefined });
  };
  return (
    <>
      <PageHeading title={t.admin.users} />
      <div className="@container">
        <div className="grid gap-6 @6xl:grid-cols-[minmax(0,1fr)_17rem] @6xl:items-start">
          <div className="@container min-w-0">
            <div ref={box} className="mb-4">
              <FindBox find={filter.find} onFind={(find) => urlParams.go({ find })} />
            </div>
            {filter.find === '' ? (
              <>
                <div className="mb-4">
                  <TabLinks
                    label={users.orderLabel}
                    tabs={[
                      {
                        to: urlParams.to({ sort: undefined }),
                        label: users.newest,
                        isCurrent: filter.order === 'newest',
                      },
                      {
                        to: urlParams.to({ sort: 'balance' }),
                        label: users.richest,
                        isCurrent: filter.order === 'richest',
                      },
                    ]}
                  />
                </div>
                <AllUsers filter={filter} />
              </>
            ) : (
              <FoundUsers filter={filter} onReset={showAll} />
            )}
          </div>
          {mayOnline && <OnlineUsers />}
        </div>
      </div>
    </>
  );
}

/** Searches on submit. */
function FindBox({ find, onFind }: { find: string; onFind: (find: string | undefined) => void }) {
  const { users } = useAdminText();
  const [typed, setTyped] = useState({ text: find, find });
  // Takes over a search from a link or Back without remounting, so that the box keeps the focus.
  if (find !== typed.find) setTyped({ text: find === typed.text.trim() ? typed.text : find, find });
  const change = (text: string) => {
    setTyped({ ...typed, text });
    if (text === '' && find !== '') onFind(undefined);
  };
  return (
    <SearchBox
      label={users.search}
      value={typed.text}
      onChange={change}
      onSubmit={() => onFind(typed.text.trim() || undefined)}
    />
  );
}

function AllUsers({ filter }: { filter: UsersFilter }) {
  const { users } = useAdminText();
  const none = <EmptyView icon={Users} title={users.none} text={users.noneHint} />;
  return <UsersList query={useQuery(usersQuery(filter))} label={users.listLabel[filter.order]} none={none} />;
}

function FoundUsers({ filter, onReset }: { filter: UsersFilter; onReset: () => void }) {
  const { users } = useAdminText();
  const noResults = (
    <EmptyView icon={SearchX} title={users.noneFound} text={users.noneFoundHint}>
      <Button onClick={onReset}>{users.showAll}</Button>
    </EmptyView>
  );
  return <UsersList query={useQuery(foundUsersQuery(filter))} label={users.listLabel.found} none={noResults} />;
}

type UsersListProps = { query: UseQueryResult<Reply<typeof getAllUsers>>; label: string; none: ReactNode };

/** A page of accounts, or the empty view. */
function UsersList({ query, label, none }: UsersListProps) {
  const { users } = useAdminText();
  const urlParams = useUrlParams();
  return (
    <QueryView query={query} loading={<UserSkeleton />} errorTitle={users.failed}>
      {({ data, pagination }) =>
        data.length > 0 ? (
          <Dimmed isOld={query.isPlaceholderData}>
            <p className="mb-2 text-xs text-fg-3">{users.found(pagination.totalResults)}</p>
            <div className="overflow-hidden surface">
              <UsersTable label={label} users={data} />
            </div>
            <AdminPager pagination={pagination} urlParams={urlParams} />
          </Dimmed>
        ) : pagination.totalResults > 0 ? (
          <RedirectToLastPage pagination={pagination} />
        ) : (
          none
        )
      }
    </QueryView>
  );
}

function UserSkeleton() {
  return (
    <Skeleton>
      <div className="grid gap-px overflow-hidden surface">
        {Array.from({ length: 10 }, (_, index) => (
          <SkeletonBlock key={index} className="h-26 rounded-none @xl:h-19 @4xl:h-12" />
        ))}
      </div>
    </Skeleton>
  );
}
