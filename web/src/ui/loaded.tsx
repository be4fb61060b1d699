import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { ApiRefusal } from '#core/api.ts';
import { ErrorView, LoadingView, NotFoundView } from './views.tsx';

type LoadedProps<Data> = {
  query: UseQueryResult<Data>;
  /** A skeleton in the shape of the content; else a spinner. */
  waiting?: ReactNode;
  /** What stands where the thing asked for does not exist. */
  missing?: ReactNode;
  /** What is said when it cannot be fetched; else the sentence of every page. */
  failed?: string;
  /** For what is long: it is drawn in small steps when it first comes. In one go it would hold up the page. */
  inSteps?: boolean;
  children: (data: Data) => ReactNode;
};

/** What a query shows before it has data. Pages go through it, so none can forget to fail. */
export function Loaded<Data>({ query, waiting, missing, failed, inSteps = false, children }: LoadedProps<Data>) {
  const isReady = useDeferredValue(!inSteps || !query.isPending);
  if (useIsMissing(query)) return missing ?? <NotFoundView />;
  if (query.isPending || !isReady) return waiting ?? <LoadingView />;
  if (query.data !== undefined) return children(query.data);
  return <ErrorView title={failed} onRetry={() => void query.refetch()} />;
}

/** What does not exist is not waited for again while it is asked for once more, as it is with every connection. */
function useIsMissing({ data, error, isPending, errorUpdateCount }: UseQueryResult): boolean {
  const isMissing = data === undefined && error instanceof ApiRefusal && error.code === 'not_found';
  const [wasMissing, setMissing] = useState(isMissing);
  if (!isPending && wasMissing !== isMissing) setMissing(isMissing);
  return isPending ? wasMissing && errorUpdateCount > 0 : isMissing;
}
