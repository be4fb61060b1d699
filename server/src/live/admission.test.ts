import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAdmission } from './admission.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openAdmission() {
  const admission = createAdmission({ perTurnMax: 3, turnMs: 20 });
  const admitted: number[] = [];
  const gone = new Set<number>();
  const enter = (id: number): void =>
    admission.enter({ isOpen: () => !gone.has(id), admit: () => void admitted.push(id) });
  return { admission, admitted, gone, enter };
}

test('admits a single client at once, and the next ones together at the end of the turn', () => {
  const { admitted, enter } = openAdmission();
  enter(1);
  expect(admitted).toEqual([1]);
  enter(2);
  enter(3);
  expect(admitted).toEqual([1]);
  vi.advanceTimersByTime(20);
  expect(admitted).toEqual([1, 2, 3]);
  vi.advanceTimersByTime(20);
  enter(4);
  expect(admitted).toEqual([1, 2, 3, 4]);
});

test('admits as many as allowed in each turn, in the order of their arrival, and all in the end', () => {
  const { admission, admitted, enter } = openAdmission();
  for (let id = 1; id <= 10; id += 1) enter(id);
  expect([admitted.length, admission.waitingCount()]).toEqual([1, 9]);
  vi.advanceTimersByTime(20);
  expect(admitted).toEqual([1, 2, 3, 4]);
  enter(11);
  vi.advanceTimersByTime(20);
  expect(admitted).toEqual([1, 2, 3, 4, 5, 6, 7]);
  vi.advanceTimersByTime(60);
  expect(admitted).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(admission.waitingCount()).toBe(0);
});

test('gives no place to clients that have left while they waited', () => {
  const { admission, admitted, gone, enter } = openAdmission();
  for (let id = 1; id <= 8; id += 1) enter(id);
  for (const id of [2, 3, 4]) gone.add(id);
  vi.advanceTimersByTime(20);
  // They are passed on, so that the connection is released.
  expect(admitted).toEqual([1, 2, 3, 4, 5, 6, 7]);
  vi.advanceTimersByTime(20);
  expect(admission.waitingCount()).toBe(0);
});

test('admits no one after it was closed', () => {
  const { admission, admitted, enter } = openAdmission();
  enter(1);
  enter(2);
  admission.close();
  vi.advanceTimersByTime(100);
  expect(admitted).toEqual([1]);
});
