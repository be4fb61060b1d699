import { startTransition, useEffect, useState } from 'react';

/** Long enough for the browser to load and paint the previous batch. */
const BATCH_INTERVAL_MS = 100;

/**
 * Returns how many entries of a long list to render: `initial` first, then `batchSize` more with every interval. Rendering
 * everything in one pass would freeze a phone.
 */
export function useRenderedCount(
  total: number,
  { initial, batchSize }: { initial: number; batchSize: number },
): number {
  const [count, setCount] = useState(initial);
  useEffect(() => {
    if (count >= total) return undefined;
    const timer = setTimeout(() => startTransition(() => setCount(count + batchSize)), BATCH_INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [count, total, batchSize]);
  return count;
}
