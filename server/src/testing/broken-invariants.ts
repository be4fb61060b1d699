import { expect } from 'vitest';
import type { Db, Sql } from '#db/db.ts';
import { checkBooks } from '#features/audits/audits.ts';
import type { AuditKind } from '#features/audits/queries.ts';

class RollbackAfterCheck extends Error {}

/** Names of the invariants that a change would break. The change is rolled back. */
export async function findBrokenInvariants(
  db: Db,
  change: (sql: Sql) => Promise<unknown>,
  kind: AuditKind = 'full',
): Promise<string[]> {
  let names: string[] = [];
  const changing = db.transaction(async ({ sql }) => {
    await change(sql);
    const { findings } = await checkBooks(sql, kind);
    names = findings.filter(({ breaches }) => breaches.length > 0).map(({ name }) => name);
    throw new RollbackAfterCheck();
  });
  await expect(changing).rejects.toThrow(RollbackAfterCheck);
  return names;
}
