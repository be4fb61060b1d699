import { startTransition, useEffect, useState } from 'react';

/** Long enough for the browser to fetch and paint the previous step. */
const STEP_MS = 100;

/**
 * How many entries of a long list to render: `first` at once, then `more` with every step. Rendering all at once would block a
 * phone for as long as they take together.
 */
export function useRenderedCount(total: number, { first, more }: { first: number; more: number }): number {
  const [count, setCount] = useState(first);
  useEffect(() => {
    if (count >= total) return undefined;
    const timer = setTimeout(() => startTransition(() => setCount(count + more)), STEP_MS);
    return () => clearTimeout(timer);
  }, [count, total, more]);
  return count;
}
