import type { Db, Sql } from '#db/db.ts';
import { type Seal, selectMonthContent, selectSeals } from './seal-queries.ts';

export type SealFinding = {
  readonly month: string;
  readonly rows: number;
  /** `removed`: its rows are no longer in this database. */
  readonly state: 'right' | 'removed' | 'wrong';
};

async function checkSeal(sql: Sql, seal: Seal): Promise<SealFinding> {
  const { table, month, rows, location, columns } = seal;
  if (location === null) return { month, rows, state: 'removed' };
  const content = await selectMonthContent(sql, { table, location, columns });
  const isRight = content.contentHash === seal.contentHash && content.rows === rows && content.sums === seal.sums;
  return { month, rows, state: isRight ? 'right' : 'wrong' };
}

/** Hashes the rows of every sealed month again. The chain of the seals and their totals are part of each full audit. */
export function checkSeals(
  db: Db,
  onChecked: (finding: SealFinding) => void = () => undefined,
): Promise<SealFinding[]> {
  return db.snapshot(async (sql) => {
    const findings: SealFinding[] = [];
    for (const seal of await selectSeals(sql)) {
      const finding = await checkSeal(sql, seal);
      findings.push(finding);
      onChecked(finding);
    }
    return findings;
  });
}
