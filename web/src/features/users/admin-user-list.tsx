import type { Pagination } from '@karat/contract/pagination';
import { pageCount, pageFrom } from '@karat/rules/pager';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useUrlParams } from '#ui/url-params.ts';
import { Dimmed } from '#ui/dimmed.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { PagerBar } from '#ui/pager-bar.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { useAdminText } from './words/admin-text.ts';

/** The page of one of the two lists of a user. Each has its own URL parameter. */
export function useListPage(name: string) {
  const { params, to } = useUrlParams();
  return {
    page: pageFrom(params.get(name)),
    toPage: (page: number) => `${to({ [name]: page === 1 ? undefined : page })}#${name}`,
  };
}

type UserListProps<Data> = {
  name: string;
  title: string;
  none: string;
  query: UseQueryResult<{ data: Data; pagination: Pagination }>;
  toPage: (page: number) => string;
  children: (data: Data) => ReactNode;
};

/** A list on the page of a user, with its own pages. */
export function UserList<Data>({ name, title, none, query, toPage, children }: UserListProps<Data>) {
  const { users } = useAdminText();
  return (
    <section aria-labelledby={name} className="@container min-w-0">
      <h2 id={name} className="mb-3 scroll-mt-24 font-display text-h2 font-bold">
        {title}
      </h2>
      <QueryView query={query} loading={<ListSkeleton />} errorTitle={users.failed}>
        {({ data, pagination }) => {
          const { totalResults, resultsPerPage, currentPage } = pagination;
          const last = pageCount(totalResults, resultsPerPage);
          if (totalResults === 0) return <p className="surface p-4 text-fg-2">{none}</p>;
          if (currentPage > last) return <Navigate replace to={toPage(last)} />;
          return (
            <Dimmed isOld={query.isPlaceholderData}>
              <div className="overflow-hidden surface">{children(data)}</div>
              <PagerBar pagination={pagination} toPage={toPage} listName={title} />
            </Dimmed>
          );
        }}
      </QueryView>
    </section>
  );
}

export function ListSkeleton() {
  return (
    <Skeleton>
      <div className="grid gap-px overflow-hidden surface">
        {Array.from({ length: 5 }, (_, index) => (
          <SkeletonBlock key={index} className="h-20 rounded-none @xl:h-12" />
        ))}
      </div>
    </Skeleton>
  );
}
