import { startTransition, useEffect, useState } from 'react';

/** Long enough for the browser to fetch and paint the previous step. */
const STEP_MS = 100;

/**
 * How many entries of a long list to render: `first` at once, then `more` with every step. Rendering all at once would block a
 * phone for as long as they take together.
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
