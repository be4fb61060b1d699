import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withoutSummary } from '../web/tools/without-summaries.ts';

const CONTRACT = path.resolve(import.meta.dirname, '../contract/src');

test.each([
  ["  summary: 'One word.',", "  summary: '',"],
  ['  summary: "The player\'s own.",', "  summary: '',"],
  ["  summary:\n    'On a line of its own.',", "  summary: '',"],
  ['  summary: `At most ${MAX}.`,', "  summary: '',"],
  ["  summary: z.string('No call.'),", "  summary: z.string('No call.'),"],
])('%s becomes %s', (source, stripped) => {
  expect(withoutSummary(source)).toBe(stripped);
});

test('no call of the contract keeps its summary, and nothing else is lost', async () => {
  const names = (await readdir(CONTRACT)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const sources = await Promise.all(names.map((name) => readFile(path.join(CONTRACT, name), 'utf8')));
  const calls = sources.join('\n').match(/= endpoint\(/g) ?? [];
  const stripped =
    sources
      .map(withoutSummary)
      .join('\n')
      .match(/^ +summary: '',$/gm) ?? [];
  expect(stripped).toHaveLength(calls.length);
});
