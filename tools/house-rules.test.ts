import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { brokenHouseRules } from './house-rules.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'karat-house-rules-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Writes one file into an empty folder; returns the rules that it breaks. */
async function findBrokenRules(file: string, text: string, longFiles: Record<string, string> = {}): Promise<string[]> {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
  await writeFile(path.join(folder, file), text);
  const lines = await brokenHouseRules(folder, [file.split('/')[0]!], longFiles);
  return lines.map((line) => line.slice(line.indexOf(': ') + 2));
}

const linesOf = (count: number): string => 'const a = 1;\n'.repeat(count);

const MARKET = 'server/src/features/market/queries.ts';

test.each([
  ['files are named in kebab-case', 'server/src/http/someFile.ts', ''],
  ['SQL is in queries.ts and migrations only', 'server/src/features/market/market.ts', 'sql`select 1`'],
  ['no barrels: a module exports what it defines', 'web/src/ui/index.ts', "export * from './a.ts';"],
  ['browser code and schemas import zod/mini only', 'contract/src/a.ts', "import * as z from 'zod';"],
  ['no text-transform on words: Turkish casing breaks', 'web/src/a.css', 'p { text-transform: uppercase }'],
  [
    'names of players are shown by PlayerName, which marks sandbox players',
    'web/src/features/chat/row.tsx',
    '<bdi className="truncate">\n  {sender.username}\n</bdi>',
  ],
  ['no TODO comments', 'rules/src/a.ts', '// TODO: later'],
  ['files have at most 400 lines, or a reason in LONG_FILES', 'web/src/a.tsx', linesOf(401)],
  ['only features in WALLET_WRITERS change wallets', MARKET, 'sql`update wallets set balance = 1`'],
  ['only features in WALLET_WRITERS change wallets', MARKET, 'sql`\n  UPDATE\n    wallets set x = 1`'],
  ['only features in LEDGER_WRITERS write ledger rows', MARKET, "sql`insert into ledger (type) values ('DEPOSIT')`"],
  ['ledger rows are never changed', 'server/src/features/wallet/queries.ts', 'sql`update ledger set amount = 1`'],
  ['ledger rows are never changed', 'server/src/db/migrations/0009_x.sql', 'delete from ledger;'],
  ['documents name paths that exist, not docs/gone.md', 'docs/a.md', 'See `docs/{a,gone}.md`.'],
  ['documents name paths that exist, not docs/gone', 'docs/a.md', 'See `docs/gone`.'],
  ['documents name paths that exist, not chat/gone.ts', 'docs/a.md', 'See `chat/gone.ts`.'],
])('reports "%s" for %s', async (rule, file, text) => {
  expect(await findBrokenRules(file, text)).toEqual([rule]);
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
  ['web/src/ui/player-name.tsx', '<bdi>{username}</bdi>'],
  ['web/src/features/chat/row.tsx', '<PlayerName username={username} /> <bdi>{title}</bdi>'],
  ['rules/src/a.ts', linesOf(400)],
  ['rules/src/a.test.ts', linesOf(401)],
  ['docs/a.md', linesOf(401)],
  ['docs/a.md', '`docs/a.md` `docs/` `tx.sql` `features/x/x.ts` `<feature>/routes.ts` `zod/mini`'],
  ['docs/a.md', '```\n`docs/gone.md`\n```'],
])('%s may contain: %s', async (file, text) => {
  expect(await findBrokenRules(file, text)).toEqual([]);
});

test('allows a long file with a reason, and reports reasons that are no longer needed', async () => {
  const longFiles = { 'rules/src/a.ts': 'one table' };
  expect(await findBrokenRules('rules/src/a.ts', linesOf(401), longFiles)).toEqual([]);
  expect(await findBrokenRules('rules/src/a.ts', linesOf(400), longFiles)).toEqual([
    'LONG_FILES names long files only',
  ]);
  expect(await brokenHouseRules(folder, ['rules'], { 'rules/src/gone.ts': 'one table' })).toEqual([
    'rules/src/gone.ts: LONG_FILES names files that exist',
  ]);
});
