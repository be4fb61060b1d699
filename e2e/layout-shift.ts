import type { Page } from '@playwright/test';

/** Below what a reader notices; the limit of a good page is 0.1. */
export const SHIFT_MAX = 0.02;

/** Adds up how far a page moves by itself; returns a function that reads the sum since the last load. */
export async function measureShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = globalThis as unknown as { shifted: number };
    shifts.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean };
        // What moves right after a press is its answer.
        if (!hadRecentInput) shifts.shifted += value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted);
}
