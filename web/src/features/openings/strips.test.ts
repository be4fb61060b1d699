import { STRIP_LENGTH } from '@karat/rules/strip';
import { expect, test } from 'vitest';
import { exampleCase, item, reward } from '#testing/cases.tsx';
import { buildStrips, wonIndex } from './strips.ts';

test('puts the won item under the mark, among a hundred cells and the fillers around them', () => {
  for (let id = 1; id <= 200; id++) {
    const [strip] = buildStrips(exampleCase, [reward(id, (id % 4) + 1)])!;
    expect(strip!.cells[strip!.index]).toBe(exampleCase.items[id % 4]);
    expect(strip!.cells).toHaveLength(strip!.lead + STRIP_LENGTH + strip!.tail);
    expect(Math.round(strip!.stop)).toBe(strip!.index);
    expect(strip!.index - strip!.lead).toBeGreaterThanOrEqual(50);
    expect(strip!.cells.length - 1 - strip!.index).toBeGreaterThanOrEqual(5);
  }
});

test('fills both sides of the mark for a case of one item', () => {
  const [strip] = buildStrips({ hash: exampleCase.hash, items: [item(2)] }, [reward(7)])!;
  expect(strip!.cells.length - 1 - strip!.index).toBeGreaterThanOrEqual(5);
});

test('builds equal strips for equal rewards, and all strips of a case start with the same cells', () => {
  const [first] = buildStrips(exampleCase, [reward(41)])!;
  expect(buildStrips(exampleCase, [reward(41)])).toEqual([first]);
  const [other] = buildStrips(exampleCase, [reward(42, 3)])!;
  const shared = Math.min(first!.lead, other!.lead);
  expect(shared).toBeGreaterThanOrEqual(10);
  expect(other!.cells.slice(0, shared)).toEqual(first!.cells.slice(0, shared));
});

test.each([2, 3, 4, 12])('a strip of %i items and its fillers have no equal neighbours', (count) => {
  const items = Array.from({ length: count }, (_, index) => item(index + 1));
  for (let id = 1; id <= 200; id++) {
    const strips = buildStrips({ hash: `${id}`, items }, [reward(id, 1), reward(id + 1, 2)])!;
    for (const { cells, lead } of strips) {
      expect(cells.filter((cell, index) => cell === cells[index - 1])).toEqual([]);
      expect(lead).toBeGreaterThanOrEqual(10);
    }
  }
});

test('finds the won item by its id, else by its name, else not at all', () => {
  expect(wonIndex(exampleCase.items, reward(1, 3))).toBe(2);
  expect(wonIndex(exampleCase.items, { ...reward(1, 3), parentItem: 99 })).toBe(2);
  expect(buildStrips(exampleCase, [reward(1, 3), reward(2, 99)])).toBeUndefined();
});
