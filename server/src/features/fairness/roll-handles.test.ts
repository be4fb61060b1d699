import { expect, test } from 'vitest';
import { createSeal } from '#seal.ts';
import { createRollHandles } from './roll-handles.ts';

const handles = createRollHandles(createSeal('a secret'));

test.each([1, 2, 4_711, Number.MAX_SAFE_INTEGER])('the handle of roll %d leads back to its id', (id) => {
  const handle = handles.pageHandleOf(id);
  expect([handle, handles.idOf(handle)]).toEqual([expect.stringMatching(/^[\w-]{22}$/), id]);
  expect(createRollHandles(createSeal('a secret')).pageHandleOf(id)).toBe(handle);
});

test.each([
  ['made under another secret', createRollHandles(createSeal('another')).pageHandleOf(1)],
  ['of the list', handles.listHandleOf(1)],
  ['that is a number', '1'],
  ['that is made up', 'A'.repeat(22)],
  ['that is too short', handles.pageHandleOf(1).slice(1)],
])('refuses a handle %s', (_, handle) => {
  expect(handles.idOf(handle)).toBeUndefined();
});

test('list handles are unique and differ from page handles', () => {
  const names = Array.from({ length: 1_000 }, (_, id) => [
    handles.listHandleOf(id + 1),
    handles.pageHandleOf(id + 1),
  ]).flat();
  expect(new Set(names).size).toBe(2_000);
});
