import { type Query, QueryClient } from '@tanstack/react-query';
import { ApiRefusal } from './api.ts';

const RETRIES_MAX = 2;

/** Retries queries after network and server errors, but not after refusals. Mutations are never retried. */
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
 * Removes private data after the player signed in or out, or another one signed in. Does not fetch it again for the next user,
 * because a page that shows it fetches it itself.
 */
export function resetQueriesForNewUser(queryClient: QueryClient): void {
  void queryClient.cancelQueries({ predicate: isPrivate });
  queryClient.removeQueries({ predicate: isPrivate });
  void queryClient.resetQueries();
}
