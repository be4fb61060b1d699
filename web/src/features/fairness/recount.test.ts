import type { PublicCaseRoll } from '@karat/contract/fairness';
import { dropsOfCanon } from '@karat/rules/fairness';
import { oddsOfRolls } from '@karat/rules/statistics';
import { describe, expect, test } from 'vitest';
import { buildCsv, exampleHandle, honestRolls, versionOdds, exampleRoll } from '#testing/rolls.ts';
import { compare, recount } from './recount.ts';
import { rollsOfCsv } from './rolls-csv.ts';

/** Splits the text at arbitrary bytes, within lines and characters. */
function streamOf(text: string, size = 97): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
}

const { caseCanon: canon, caseHash: hash } = exampleRoll;
function count(
  rolls: readonly PublicCaseRoll[],
  { versions = [{ hash, canon }], signal = new AbortController().signal } = {},
) {
  const progress: number[] = [];
  const done = recount(versions, rollsOfCsv(streamOf(buildCsv(rolls))), {
    signal,
    onProgress: (at) => progress.push(at),
  });
  return { done, progress };
}

const rolls = honestRolls(1_200);

test('counts the rolls of the download as the page does, and checks each item by its ticket', async () => {
  const { done, progress } = count(rolls);
  const result = await done;
  expect(result).toMatchObject({ rolls: 1_200, fitting: 1_200, wrong: 0, wrongHandles: [], repeated: 0 });
  expect(result.odds.get(hash)).toEqual(oddsOfRolls(canon, rolls));
  expect(result.odds.get(hash)!.verdict).toBe('fits');
  expect(compare([versionOdds(rolls)], result)).toEqual({ isSame: true, newer: 0 });
  expect(progress.at(-1)).toBe(1_200);
});

describe('a changed roll is found and named', () => {
  test.each<[string, Partial<PublicCaseRoll>]>([
    ['ticket', { ticket: 9_999 }],
    ['item', { itemId: 6 }],
  ])('%s', async (_, change) => {
    const { done } = count(rolls.map((roll) => (roll.handle === exampleHandle(300) ? { ...roll, ...change } : roll)));
    expect(await done).toMatchObject({ wrong: 1, wrongHandles: [exampleHandle(300)] });
  });

  test('accepts no proof from a table that does not match its hash', async () => {
    const { done } = count(rolls, { versions: [{ hash, canon: canon.replace('demo', 'dema') }] });
    expect(await done).toMatchObject({ wrong: 1_200 });
  });
});

test('accepts a roll of a version newer than the page', async () => {
  const newer = { ...rolls[1_100]!, handle: exampleHandle(9_000), caseHash: 'e'.repeat(64) };
  const result = await count([...rolls, newer]).done;
  expect(result).toMatchObject({ rolls: 1_201, wrong: 0 });
  expect(compare([versionOdds(rolls)], result)).toEqual({ isSame: true, newer: 1 });
});

test('counts an opening that is listed twice', async () => {
  expect(await count([...rolls, rolls[0]!]).done).toMatchObject({ repeated: 1 });
});

test('accepts openings made since the page loaded, but not fewer of an item', async () => {
  const result = await count(rolls).done;
  expect(compare([versionOdds(rolls.slice(0, 1_150))], result)).toEqual({ isSame: true, newer: 50 });
  const less = await count(rolls.slice(1)).done;
  expect(compare([versionOdds(rolls)], less).isSame).toBe(false);
});

test('ends an aborted recount without a result', async () => {
  const controller = new AbortController();
  controller.abort();
  await expect(count(rolls, { signal: controller.signal }).done).rejects.toHaveProperty('name', 'AbortError');
});

test('counts none in a file without rolls', async () => {
  const result = await count([]).done;
  expect(result).toMatchObject({ rolls: 0, fitting: 0, wrong: 0 });
  expect(result.odds.get(hash)!.items).toHaveLength(dropsOfCanon(canon).length);
});

test('refuses a file that lacks a column', async () => {
  const text = buildCsv(rolls.slice(0, 1)).replace('ticket', 'tycket');
  const read = recount([{ hash, canon }], rollsOfCsv(streamOf(text)), {
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  await expect(read).rejects.toThrow('Roll lacks the column ticket');
});
