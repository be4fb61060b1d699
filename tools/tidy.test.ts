import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { untidyPlaces } from './tidy.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'karat-tidy-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Writes one file into an empty tree and tells which rules it breaks. */
async function planted(file: string, text: string, longFiles: Record<string, string> = {}): Promise<string[]> {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
  await writeFile(path.join(folder, file), text);
  const lines = await untidyPlaces(folder, [file.split('/')[0]!], longFiles);
  return lines.map((line) => line.slice(line.indexOf(': ') + 2));
}

const linesOf = (count: number): string => 'const a = 1;\n'.repeat(count);

const MARKET = 'server/src/features/market/queries.ts';

test.each([
  ['files are named in kebab-case', 'server/src/http/someFile.ts', ''],
  ['SQL stands in queries.ts and migrations only', 'server/src/features/market/market.ts', 'sql`select 1`'],
  ['no barrels: a module exports what it defines', 'web/src/ui/index.ts', "export * from './a.ts';"],
  ['browser code and schemas import zod/mini only', 'contract/src/a.ts', "import * as z from 'zod';"],
  ['no text-transform on words: Turkish casing breaks', 'web/src/a.css', 'p { text-transform: uppercase }'],
  ['nothing is left for later in the code', 'rules/src/a.ts', '// TODO: later'],
  ['files have at most 400 lines, or a reason in LONG_FILES', 'web/src/a.tsx', linesOf(401)],
  ['wallets are changed by the features named for it', MARKET, 'sql`update wallets set balance = 1`'],
  ['wallets are changed by the features named for it', MARKET, 'sql`\n  UPDATE\n    wallets set x = 1`'],
  [
    'ledger lines are written by the features named for it',
    MARKET,
    "sql`insert into ledger (type) values ('DEPOSIT')`",
  ],
  ['ledger lines are never changed', 'server/src/features/wallet/queries.ts', 'sql`update ledger set amount = 1`'],
  ['ledger lines are never changed', 'server/src/db/migrations/0009_x.sql', 'delete from ledger;'],
])('%s: seen in %s', async (rule, file, text) => {
  expect(await planted(file, text)).toEqual([rule]);
});

test.each([
  ['server/src/features/wallet/queries.ts', 'sql`update wallets set balance = 1`; sql`insert into ledger values (1)`'],
  ['server/src/features/stakes/queries.ts', 'sql`update wallets set balance = 1`'],
  ['server/src/features/openings/queries.ts', 'sql`insert into ledger values (1)`'],
  [
    'server/src/features/market/market.test.ts',
    'sql`update wallets set balance = 1`; sql`update ledger set amount = 1`',
  ],
  ['server/src/features/openings/drop-queries.ts', 'sql`select 1`'],
  ['server/src/features/audits/ledger-invariants.ts', 'sql`select from ledger join wallets`'],
  ['server/src/db/migrations/0009_x.sql', 'create index ledger_x on ledger (id);'],
  ['rules/src/a.ts', linesOf(400)],
  ['rules/src/a.test.ts', linesOf(401)],
  ['docs/a.md', linesOf(401)],
])('%s may say: %s', async (file, text) => {
  expect(await planted(file, text)).toEqual([]);
});

test('a long file is allowed with a reason, which it must not outlive', async () => {
  const longFiles = { 'rules/src/a.ts': 'one table' };
  expect(await planted('rules/src/a.ts', linesOf(401), longFiles)).toEqual([]);
  expect(await planted('rules/src/a.ts', linesOf(400), longFiles)).toEqual(['LONG_FILES names long files only']);
  expect(await untidyPlaces(folder, ['rules'], { 'rules/src/gone.ts': 'one table' })).toEqual([
    'rules/src/gone.ts: LONG_FILES names files that exist',
  ]);
});
