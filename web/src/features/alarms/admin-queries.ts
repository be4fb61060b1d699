import { getAlarms } from '@karat/contract/alarms';
import type { Reply } from '@karat/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#core/api.ts';

type Alarms = Reply<typeof getAlarms>;

/** While the newest alarm is on its way, its outcome is seconds away. */
const SENDING_REFETCH_MS = 2_000;
const REFETCH_MS = 30_000;

function isSending({ data: [newest], destinations }: Alarms): boolean {
  if (newest === undefined || destinations.length === 0) return false;
  const isFirstAttempt = newest.deliveries.some(({ state, attempts }) => state === 'waiting' && attempts < 2);
  // Its deliveries are created a moment later; none if no destination wants its kind.
  const isNew = newest.deliveries.length === 0 && Date.now() - Date.parse(newest.createdAt) < 60_000;
  return isFirstAttempt || isNew;
}

export const alarmsQuery = queryOptions<Alarms>({
  queryKey: ['admin', 'alarms'],
  meta: { isPrivate: true },
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data !== undefined && isSending(data) ? SENDING_REFETCH_MS : REFETCH_MS),
  queryFn: ({ signal }) => call(getAlarms, undefined, { signal }),
});
