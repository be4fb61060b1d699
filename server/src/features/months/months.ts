import { createMissingMonths, dropEmptyMonths, dropExpiredMonths, selectMonthlyTables } from '#db/months.ts';
import type { Deps } from '#deps.ts';

/**
 * Prepares the coming months of every table that is divided by month, and drops those that are over and empty or whose rows are too
 * old. Each table in its own commit, so that locks are short.
 */
export async function maintainMonths({ db, env, log }: Pick<Deps, 'db' | 'env' | 'log'>): Promise<void> {
  const lifetimesMs = new Map([['notifications', env.lifetimes.notificationsMs]]);
  for (const table of await selectMonthlyTables(db.sql)) {
    const created = await createMissingMonths(db.sql, table);
    if (created > 0) log.info({ table, created }, 'Months prepared');
    const empty = await dropEmptyMonths(db.sql, table);
    if (empty > 0) log.info({ table, dropped: empty }, 'Empty months dropped');
    const lifetimeMs = lifetimesMs.get(table);
    const expired = lifetimeMs === undefined ? 0 : await dropExpiredMonths(db.sql, table, lifetimeMs);
    if (expired > 0) log.info({ table, dropped: expired }, 'Expired months dropped');
  }
}
