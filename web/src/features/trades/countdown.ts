import { useEffect, useState } from 'react';

/** Whole seconds until a moment of this page's clock; 0 once it is there. */
export function useSecondsLeft(untilMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((untilMs - now) / 1_000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isOver]);
  return left;
}
