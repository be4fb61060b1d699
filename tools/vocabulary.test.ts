import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { vocabularyProblems } from './vocabulary.ts';
import type { Allowed } from './vocabulary-list.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'karat-vocabulary-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Writes one file into an empty folder; returns the words that the check reports, with their lines. */
async function findWords(file: string, text: string, allowed: readonly Allowed[] = []): Promise<string[]> {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
  await writeFile(path.join(folder, file), text);
  return vocabularyProblems(folder, allowed).map((line) => line.replace(`${file}:`, '').split('; ')[0]!);
}

test.each([
  ['a part of a name in camelCase', 'server/src/a.ts', 'const openStallIds = 1;', ['1: "openStallIds"']],
  ['a part of a constant', 'rules/src/a.ts', 'const STALL_MAX = 1;', ['1: "STALL_MAX"']],
  ['a file name', 'server/src/front-gate.ts', '', ['1: "gate"']],
  ['a code without spaces', 'contract/src/a.ts', "const code = 'stall_full';", ['1: "stall_full"']],
  ['a column in SQL', 'server/src/a.ts', 'sql<{ id: number }>`select heard_at from a`;', ['1: "heard_at"']],
  ['SQL after a placeholder', 'server/src/a.ts', 'sql`select ${a({ b })} from kept_rules`', ['1: "kept_rules"']],
  ['a name in a placeholder', 'web/src/a.tsx', 'const a = `x ${said} y`;', ['1: "said"']],
  ['a new migration', 'server/src/db/migrations/0026_x.sql', 'alter table halls', ['1: "halls"']],
  ['a comment', 'server/src/a.ts', '\n// Sent anew.\n', ['2: "anew"']],
  [
    'a comment of several lines',
    'server/src/a.ts',
    '/**\n * For each\n * of those\n * who\n */',
    ['3: "of those\n * who"'],
  ],
  ['a title of a test', 'web/src/a.test.tsx', "test('lets nobody in', () => {});", ['1: "nobody"']],
  [
    'a title of a table',
    'web/src/a.test.tsx',
    "test.each([\n  1,\n])('players are told', () => {});",
    ['3: "are told"'],
  ],
  ['a log message', 'server/src/a.ts', "log.warn({ id }, 'Nothing was heard');", ['1: "heard"']],
  ['a document', 'docs/a.md', '# A\n\nWhoever plays', ['3: "Whoever"']],
  ['a workflow', '.github/workflows/a.yml', 'name: Reckon', ['1: "Reckon"']],
])('reports %s', async (_, file, text, words) => {
  expect(await findWords(file, text)).toEqual(words);
});

test.each([
  ['a longer word', 'server/src/a.ts', 'const gateway = invoiceOf(background, action);'],
  ['a name-only word in a comment', 'server/src/a.ts', '// The rules say what is kept.'],
  ['a sentence that players read', 'server/src/a.ts', "refuse('Nobody has joined yet.')"],
  ['a sentence of a screen', 'web/src/a.tsx', "const text = 'What you wish';"],
  ['texts of screens', 'web/src/features/market/words/en.ts', "export const stall = 'Your stall';"],
  ['an earlier migration', 'server/src/db/migrations/0018_kept_rules.sql', 'create table kept_limits ();'],
  ['a released entry of the change log', 'CHANGELOG.md', '## 1.1.0\n\nFixes.\n\n## 1.0.0\n\nAnew.\n'],
  [
    'a regular expression',
    'server/src/a.ts',
    "const QUOTE = /['\"`]/;\nconst a = 'x'.replace(QUOTE, () => 'Nobody wins');",
  ],
  ['a pattern that names the word', 'server/src/a.ts', 'const pattern = /somebody/;'],
])('allows %s', async (_, file, text) => {
  expect(await findWords(file, text)).toEqual([]);
});

test('allows an exception in its files and phrases only, and reports exceptions that nothing needs', async () => {
  const inFiles = { words: ['hall'], files: /^art\//, reason: 'a map' };
  expect(await findWords('art/src/a.ts', 'const hall = 1;', [inFiles])).toEqual([]);
  const inPhrase = { words: ['gate'], phrase: /age gate/, reason: 'a term' };
  expect(await findWords('art/src/a.ts', '// The age gate.\n// The gate.', [inPhrase])).toEqual(['2: "gate"']);
  expect(await findWords('art/src/a.ts', '', [inFiles])).toEqual([
    'ALLOWED has an exception that nothing needs: hall (a map)',
  ]);
});
