import { createMissingMonths, dropEmptyMonths, dropExpiredMonths, selectMonthlyTables } from '#db/months.ts';
import type { Deps } from '#deps.ts';

type MonthDeps = Pick<Deps, 'db' | 'env' | 'log'>;

/** Prepares the coming months of every table that is divided by month. Each table in its own commit, so that locks are short. */
export async function prepareMonths({ db, log }: Pick<MonthDeps, 'db' | 'log'>): Promise<void> {
  for (const table of await selectMonthlyTables(db.sql)) {
    const created = await createMissingMonths(db.sql, table);
    if (created > 0) log.info({ table, created }, 'Months prepared');
  }
}

/** Drops months that are over and empty, or whose rows are too old. */
export async function dropMonths({ db, env, log }: MonthDeps): Promise<void> {
  const expired = await dropExpiredMonths(db.sql, 'notifications', env.lifetimes.notificationsMs);
  if (expired > 0) log.info({ table: 'notifications', dropped: expired }, 'Expired months dropped');
  for (const table of await selectMonthlyTables(db.sql)) {
    const empty = await dropEmptyMonths(db.sql, table);
    if (empty > 0) log.info({ table, dropped: empty }, 'Empty months dropped');
  }
}
