import { setTimeout as sleep } from 'node:timers/promises';
import { type MatchingDeps, matchBook } from './matching.ts';
import { selectOrdersOfBanned, selectBlockedListings, selectCrossedBooks } from './queries.ts';
import { cancelOrderOfBanned, removeBlockedListing } from './staff.ts';

const EVERY_MS = 1_500;
const BOOKS_PER_RUN_MAX = 100;
const LISTINGS_PER_RUN_MAX = 100;

type Task = { readonly ids: readonly number[]; readonly work: (id: number) => Promise<void> };

/** Makes sales that an interrupted request left undone, and removes listings of banned and flagged players. */
async function runTasks(deps: MatchingDeps, signal: AbortSignal): Promise<void> {
  const { sql } = deps.db;
  const tasks: Task[] = [
    {
      ids: await selectBlockedListings(sql, LISTINGS_PER_RUN_MAX),
      work: (listingId) => removeBlockedListing(deps, listingId),
    },
    {
      ids: await selectOrdersOfBanned(sql, LISTINGS_PER_RUN_MAX),
      work: (orderId) => cancelOrderOfBanned(deps, orderId),
    },
    { ids: await selectCrossedBooks(sql, BOOKS_PER_RUN_MAX), work: (itemId) => matchBook(deps, itemId) },
  ];
  for (const { ids, work } of tasks) {
    for (const id of ids) {
      if (signal.aborted) return;
      // A failed task must not hold up the others.
      await work(id).catch((error: unknown) => deps.log.error({ err: error, id }, 'A market task failed'));
    }
  }
}

/** Matches books with crossing prices. It relies on the locks of books, not on being the leader. */
export async function marketLoop(deps: MatchingDeps, signal: AbortSignal, { everyMs = EVERY_MS } = {}): Promise<void> {
  while (!signal.aborted) {
    try {
      await runTasks(deps, signal);
    } catch (error) {
      if (!signal.aborted) deps.log.error({ err: error }, 'The market loop failed');
    }
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
