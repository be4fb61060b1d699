import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { ApiRefusal } from '#core/api.ts';
import { ErrorView, LoadingView, NotFoundView } from './views.tsx';

type QueryViewProps<Data> = {
  query: UseQueryResult<Data>;
  /** Shown while loading, such as a skeleton; a spinner by default. */
  loading?: ReactNode;
  /** Shown when what was requested does not exist. */
  notFound?: ReactNode;
  /** The title of the error view; the general sentence by default. */
  errorTitle?: string;
  /** Renders long content in small steps when it first arrives, because rendering it at once would block the page. */
  isDeferred?: boolean;
  children: (data: Data) => ReactNode;
};

/** Renders a query: loading, not found, error or data. Pages use it, so that none omits a state. */
export function QueryView<Data>({
  query,
  loading,
  notFound,
  errorTitle,
  isDeferred = false,
  children,
}: QueryViewProps<Data>) {
  const isReady = useDeferredValue(!isDeferred || !query.isPending);
  if (useIsMissing(query)) return notFound ?? <NotFoundView />;
  if (query.isPending || !isReady) return loading ?? <LoadingView />;
  if (query.data !== undefined) return children(query.data);
  return <ErrorView title={errorTitle} onRetry={() => void query.refetch()} />;
}

/** Whether the server answered that the requested thing does not exist. Stays true during a refetch, which every reconnection triggers. */
function useIsMissing({ data, error, isPending, errorUpdateCount }: UseQueryResult): boolean {
  const isMissing = data === undefined && error instanceof ApiRefusal && error.code === 'not_found';
  const [wasMissing, setMissing] = useState(isMissing);
  if (!isPending && wasMissing !== isMissing) setMissing(isMissing);
  return isPending ? wasMissing && errorUpdateCount > 0 : isMissing;
}
