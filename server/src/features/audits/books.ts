import type { AccountKind, Books } from '@karat/contract/wallet';
import type { Db } from '#db/db.ts';
import { isHalted, selectBooks, selectCounts, selectLastAudits, selectLastSeals } from './queries.ts';

const FRESH_MS = 10_000;
/** Sums and counts read large tables. This factor limits them to one percent of the time, however large the tables grow. */
const REST_FACTOR = 100;

async function readBooks(db: Db): Promise<Books> {
  const { asOf, snapshot } = await db.reader();
  const [halted, [last]] = [await isHalted(db.sql), await selectLastAudits(db.sql)];
  return snapshot(async (sql) => {
    const [rows, { movements }] = [await selectBooks(sql), await selectCounts(sql)];
    const seals = await selectLastSeals(sql);
    const totals = new Map<AccountKind, number>();
    for (const { kind, total } of rows) totals.set(kind, (totals.get(kind) ?? 0) + total);
    return {
      at: asOf.toISOString(),
      movements,
      totals: [...totals].map(([kind, total]) => ({ kind, total })),
      accounts: rows.filter(({ name, kind }) => name !== kind).map(({ name, total }) => ({ name, total })),
      sum: rows.reduce((sum, { total }) => sum + total, 0),
      isHalted: halted,
      lastAudit: last === undefined ? null : { kind: last.kind, at: last.at, violations: last.violations },
      seals,
    };
  });
}

/** The public books, cached, so that the number of callers does not matter. */
export function createBooks(db: Db, now: () => number = () => performance.now()) {
  let reading: Promise<Books> | undefined;
  let staleAtMs = -Infinity;

  return function readOnce(): Promise<Books> {
    if (reading !== undefined && now() < staleAtMs) return reading;
    const beganMs = now();
    staleAtMs = Infinity;
    reading = readBooks(db).finally(() => {
      staleAtMs = now() + Math.max(FRESH_MS, (now() - beganMs) * REST_FACTOR);
    });
    reading.catch(() => (reading = undefined));
    return reading;
  };
}
