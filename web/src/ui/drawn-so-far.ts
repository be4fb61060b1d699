import { startTransition, useEffect, useState } from 'react';

/** Long enough for the browser to fetch and paint what came before. */
const STEP_MS = 100;

/**
 * How many of a long list are drawn by now: the first ones at once, then so many more with every step. All in one go would hold up
 * a phone for as long as they take together.
 */
export function useDrawnSoFar(total: number, { first, more }: { first: number; more: number }): number {
  const [drawn, setDrawn] = useState(first);
  useEffect(() => {
    if (drawn >= total) return undefined;
    const timer = setTimeout(() => startTransition(() => setDrawn(drawn + more)), STEP_MS);
    return () => clearTimeout(timer);
  }, [drawn, total, more]);
  return drawn;
}
