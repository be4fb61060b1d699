import type { Db, Sql } from '#db/db.ts';
import { type Seal, selectMonthContent, selectSeals } from './seal-queries.ts';

export type SealFinding = { readonly month: string; readonly rows: number; readonly isRight: boolean };

async function checkSeal(sql: Sql, { table, month, rows, columns, contentHash, sums }: Seal): Promise<SealFinding> {
  const content = await selectMonthContent(sql, { table, month, columns });
  const isRight = content.contentHash === contentHash && content.rows === rows && content.sums === sums;
  return { month, rows, isRight };
}

/** Hashes the rows of every sealed month again. The chain of the seals and their totals are part of each full audit. */
export async function checkSeals(
  db: Db,
  onChecked: (finding: SealFinding) => void = () => undefined,
): Promise<SealFinding[]> {
  const { snapshot } = await db.reader();
  return snapshot(async (sql) => {
    const findings: SealFinding[] = [];
    for (const seal of await selectSeals(sql)) {
      const finding = await checkSeal(sql, seal);
      findings.push(finding);
      onChecked(finding);
    }
    return findings;
  });
}
