import assert from 'node:assert/strict';
import type { Deps } from '#deps.ts';
import { audit } from '#features/audits/audits.ts';
import {
  addSealedAccounts,
  addSealedWallets,
  closeMonth,
  type EndedMonth,
  insertSeal,
  lockSeals,
  selectMonthAccounts,
  selectEndedMonths,
  selectMonthContent,
} from './seal-queries.ts';

/** A month is closed this long after its end. */
const AFTER_END_MINUTES = 60;
/** Few, because each may have very many movements in a month. */
const PLAYERS_PER_STATEMENT = 100;

type SealDeps = Pick<Deps, 'db' | 'live' | 'log'>;

/** Seals a closed month. Its totals and its seal are of one commit. */
async function sealMonth({ db, log }: SealDeps, month: EndedMonth): Promise<void> {
  const { content, accounts } = await db.snapshot(async (sql) => ({
    content: await selectMonthContent(sql, { table: month.table, month: month.month }),
    accounts: month.table === 'ledger' ? await selectMonthAccounts(sql, month) : [],
  }));
  const isSealed = await db.transaction(async ({ sql }) => {
    await lockSeals(sql);
    const due = await selectEndedMonths(sql, 0);
    // Another process may have sealed it in the meantime.
    if (!due.some((each) => each.month === month.month)) return false;
    if (month.table === 'ledger') {
      let after: number | undefined = 0;
      while (after !== undefined) after = await addSealedWallets(sql, month, { after, limit: PLAYERS_PER_STATEMENT });
      await addSealedAccounts(sql, accounts);
    }
    assert(await insertSeal(sql, month, content), 'a due month is not sealed');
    return true;
  });
  if (isSealed) log.info({ month: month.month, rows: content.rows }, 'Month sealed');
}

/**
 * Seals what has ended, month by month: no row is added to it from then on, and a clean full audit covers it a last time. Without
 * a clean audit nothing is sealed. Returns the number of sealed months.
 */
export async function sealEndedMonths(
  deps: SealDeps,
  { afterEndMinutes = AFTER_END_MINUTES, signal }: { afterEndMinutes?: number; signal?: AbortSignal } = {},
): Promise<number> {
  let sealed = 0;
  for (;;) {
    const ended = await selectEndedMonths(deps.db.sql, afterEndMinutes);
    if (ended.length === 0) return sealed;
    for (const { month } of ended) await closeMonth(deps.db.sql, month);
    const { violations } = await audit(deps, 'full', signal);
    if (violations > 0) {
      deps.log.warn({ violations }, 'No month is sealed while the books have breaches');
      return sealed;
    }
    for (const month of ended) {
      signal?.throwIfAborted();
      await sealMonth(deps, month);
      sealed += 1;
    }
  }
}
