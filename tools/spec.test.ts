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

/** Writes the rows into a table and tells what is wrong with it. */
async function troublesOf(...rows: readonly string[]): Promise<string[]> {
  const head = ['# Table', '', '| # | Says | Where | Proven by |', '|---|---|---|---|'];
  await writeFile(path.join(folder, 'docs/spec.md'), [...head, ...rows, ''].join('\n'));
  const lines = await unprovenRows(folder);
  return lines.map((line) => line.slice(line.indexOf(': ') + 2));
}

const SOLD = 'shop.test.ts › a skin is sold once';

test.each([
  ['1.1 is proven by no test', '| 1.1 | It sells | shop.ts | — |'],
  ['1.1 names no test: shop.test.ts', '| 1.1 | It sells | shop.ts | shop.test.ts |'],
  ['1.1 names fair.test.ts, which does not exist', '| 1.1 | It sells | shop.ts | fair.test.ts › a skin is sold once |'],
  ['1.1 names no test of shop.test.ts: is bought', '| 1.1 | It sells | shop.ts | shop.test.ts › is bought |'],
  ['1.1 names no test of shop.test.ts: is bought', `| 1.1 | It sells | shop.ts | ${SOLD}; shop.test.ts › is bought |`],
  ['1.1 is done in fair.ts, which does not exist', `| 1.1 | It sells | shop.ts, fair.ts | ${SOLD} |`],
  ['1.1 is done in —, which does not exist', `| 1.1 | It sells | — | ${SOLD} |`],
])('%s: seen in %s', async (trouble, row) => {
  expect(await troublesOf(row)).toEqual([trouble]);
});

test('a number that is given twice is told', async () => {
  const row = `| 1.1 | It sells | shop.ts | ${SOLD} |`;
  expect(await troublesOf(row, `| 1.2 | It buys | shop.ts | ${SOLD} |`)).toEqual([]);
  expect(await troublesOf(row, row)).toEqual(['1.1 stands there twice']);
});

test('a table without rows proves nothing', async () => {
  expect(await troublesOf()).toEqual(['there is no row']);
});

test.each([
  ["test('one', () => {})", ['one']],
  ['describe("two", () => { test(`three`) })', ['two', 'three']],
  ["test.each([['x']])('%s is four', () => {})", ['%s is four']],
  ["test.each<Row>([\n  [1],\n])(\n  'five',\n  () => {})", ['five']],
  ["test.each`a\n${1}`('six', () => {})", ['six']],
  ["test('a player\\'s seven')", ["a player's seven"]],
  ["expect(text).toBe('not a title'); // test: 'nor this'", []],
])('the titles in %s are %j', (source, titles) => {
  expect(titlesOf(source)).toEqual(titles);
});
