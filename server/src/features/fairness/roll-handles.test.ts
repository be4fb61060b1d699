import { expect, test } from 'vitest';
import { createSeal } from '#seal.ts';
import { createRollHandles } from './roll-handles.ts';

const handles = createRollHandles(createSeal('a secret'));

test.each([1, 2, 4_711, Number.MAX_SAFE_INTEGER])('the handle of roll %d leads back to its id', (id) => {
  const handle = handles.pageOf(id);
  expect([handle, handles.idOf(handle)]).toEqual([expect.stringMatching(/^[\w-]{22}$/), id]);
  expect(createRollHandles(createSeal('a secret')).pageOf(id)).toBe(handle);
});

test.each([
  ['made under another secret', createRollHandles(createSeal('another')).pageOf(1)],
  ['of the list', handles.listedAs(1)],
  ['that is a number', '1'],
  ['that is made up', 'A'.repeat(22)],
  ['that is too short', handles.pageOf(1).slice(1)],
])('refuses a handle %s', (_, handle) => {
  expect(handles.idOf(handle)).toBeUndefined();
});

test('list handles are unique and differ from page handles', () => {
  const names = Array.from({ length: 1_000 }, (_, id) => [handles.listedAs(id + 1), handles.pageOf(id + 1)]).flat();
  expect(new Set(names).size).toBe(2_000);
});
