import { createMissingMonths, dropEmptyMonths, selectMonthlyTables } from '#db/months.ts';
import type { Deps } from '#deps.ts';

/**
 * Prepares the coming months of every table that is divided by month, and drops those that are over and empty. Each table in its own
 * commit, so that locks are short.
 */
export async function maintainMonths({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  for (const table of await selectMonthlyTables(db.sql)) {
    const created = await createMissingMonths(db.sql, table);
    if (created > 0) log.info({ table, created }, 'Months prepared');
    const dropped = await dropEmptyMonths(db.sql, table);
    if (dropped > 0) log.info({ table, dropped }, 'Empty months dropped');
  }
}
