import { type Query, QueryClient } from '@tanstack/react-query';
import { ApiRefusal } from './api.ts';

const RETRIES_MAX = 2;

/** A no on purpose is not asked for twice; a server or network in trouble is. Changes are never repeated by themselves. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < RETRIES_MAX && !(error instanceof ApiRefusal && error.status < 500),
      },
      mutations: { retry: 0 },
    },
  });
}

function isPrivate({ meta }: Query): boolean {
  return meta?.['isPrivate'] === true;
}

/**
 * Somebody else is here now, or nobody. What only its player may see is dropped, and not asked for again in the name of
 * whoever comes next: a page that shows it does so by itself.
 */
export function changeOwner(queryClient: QueryClient): void {
  void queryClient.cancelQueries({ predicate: isPrivate });
  queryClient.removeQueries({ predicate: isPrivate });
  void queryClient.resetQueries();
}
