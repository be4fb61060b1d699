import { expect, test } from 'vitest';
import { pageCount, pageFrom, pagerEntries } from './pager.ts';

test('up to ten pages are all shown, whichever is current', () => {
  for (let count = 1; count <= 10; count++) {
    const all = Array.from({ length: count }, (_, index) => index + 1);
    for (let current = 1; current <= count; current++) expect(pagerEntries(current, count)).toEqual(all);
  }
});

test('above ten pages every current page has one of the three layouts', () => {
  for (let count = 11; count <= 60; count++) {
    for (let current = 1; current <= count; current++) {
      const start = [1, 2, 3, 'ellipsis', count];
      const end = [1, 'ellipsis', count - 2, count - 1, count];
      const middle = [1, 'ellipsis', current - 1, current, current + 1, 'ellipsis', count];
      const expected = current <= 3 ? start : current >= count - 2 ? end : middle;
      expect(pagerEntries(current, count), `page ${current} of ${count}`).toEqual(expected);
    }
  }
});

test('pages are in order, the current, first and last page are always shown, and an ellipsis always replaces something', () => {
  for (let count = 1; count <= 60; count++) {
    for (let current = 1; current <= count; current++) {
      const shown = pagerEntries(current, count);
      for (const page of [1, current, count]) expect(shown).toContain(page);
      shown.forEach((entry, index) => {
        const [before, after] = [shown[index - 1], shown[index + 1]];
        if (entry === 'ellipsis') expect(Number(after) - Number(before)).toBeGreaterThan(1);
        else if (typeof before === 'number') expect(entry).toBe(before + 1);
      });
    }
  }
});

test('an empty list has one page, and one entry more than a full page makes two', () => {
  expect([0, 1, 10, 11, 20, 21].map((total) => pageCount(total, 10))).toEqual([1, 1, 1, 2, 2, 3]);
});

test.each([
  [null, 1],
  ['', 1],
  ['abc', 1],
  ['0', 1],
  ['-3', 1],
  ['2.5', 1],
  ['1e3', 1],
  ['7', 7],
  ['99', 12],
])('?page=%s means page %i of twelve', (text, page) => {
  expect(pageFrom(text, 12)).toBe(page);
});
