import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { titlesOf, unprovenRows } from './spec.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'karat-spec-'));
  await mkdir(path.join(folder, 'docs'));
  await writeFile(path.join(folder, 'shop.ts'), 'export {};');
  await writeFile(path.join(folder, 'shop.test.ts'), "test('a skin is sold once; then it is gone', () => {});");
});
afterEach(() => rm(folder, { recursive: true }));

/** Writes the rows into a table; returns the problems. */
async function findProblems(...rows: readonly string[]): Promise<string[]> {
  const head = ['# Table', '', '| # | Says | Where | Proven by |', '|---|---|---|---|'];
  await writeFile(path.join(folder, 'docs/spec.md'), [...head, ...rows, ''].join('\n'));
  const lines = await unprovenRows(folder);
  return lines.map((line) => line.slice(line.indexOf(': ') + 2));
}

const SOLD = 'shop.test.ts › a skin is sold once';

test.each([
  ['1.1 has no test', '| 1.1 | It sells | shop.ts | — |'],
  ['1.1 names no test: shop.test.ts', '| 1.1 | It sells | shop.ts | shop.test.ts |'],
  ['1.1 names fair.test.ts, which does not exist', '| 1.1 | It sells | shop.ts | fair.test.ts › a skin is sold once |'],
  ['1.1 names no test of shop.test.ts: is bought', '| 1.1 | It sells | shop.ts | shop.test.ts › is bought |'],
  ['1.1 names no test of shop.test.ts: is bought', `| 1.1 | It sells | shop.ts | ${SOLD}; shop.test.ts › is bought |`],
  ['1.1 is implemented in fair.ts, which does not exist', `| 1.1 | It sells | shop.ts, fair.ts | ${SOLD} |`],
  ['1.1 is implemented in —, which does not exist', `| 1.1 | It sells | — | ${SOLD} |`],
])('reports "%s" for %s', async (problem, row) => {
  expect(await findProblems(row)).toEqual([problem]);
});

test('reports a duplicate number', async () => {
  const row = `| 1.1 | It sells | shop.ts | ${SOLD} |`;
  expect(await findProblems(row, `| 1.2 | It buys | shop.ts | ${SOLD} |`)).toEqual([]);
  expect(await findProblems(row, row)).toEqual(['1.1 is listed twice']);
});

test('reports a table without rows', async () => {
  expect(await findProblems()).toEqual(['the table has no rows']);
});

test.each([
  ["test('one', () => {})", ['one']],
  ['describe("two", () => { test(`three`) })', ['two', 'three']],
  ["test.each([['x']])('%s is four', () => {})", ['%s is four']],
  ["test.each<Row>([\n  [1],\n])(\n  'five',\n  () => {})", ['five']],
  ["test.each`a\n${1}`('six', () => {})", ['six']],
  ["test('a player\\'s seven')", ["a player's seven"]],
  ["expect(text).toBe('not a title'); // test: 'nor this'", []],
])('finds the titles in %s: %j', (source, titles) => {
  expect(titlesOf(source)).toEqual(titles);
});
