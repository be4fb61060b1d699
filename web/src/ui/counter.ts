import { useEffect, useRef, useState } from 'react';

export const COUNTER_MS = 1_000;

/** The value of a running counter. It starts at the old value, slows down, and ends exactly on the new one. */
export function counterAt({ from, to, elapsedMs }: { from: number; to: number; elapsedMs: number }): number {
  if (elapsedMs >= COUNTER_MS) return to;
  const remaining = 1 - Math.max(0, elapsedMs) / COUNTER_MS;
  return Math.round(to - (to - from) * remaining ** 3);
}

function isAnimationOff(): boolean {
  return document.hidden || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The number to show while a balance goes from its old value to the new one. */
export function useCounter(value: number): number {
  const [shown, setShown] = useState(value);
  const last = useRef(value);

  useEffect(() => {
    const from = last.current;
    let frame = 0;
    let start: number | undefined;
    const show = (next: number) => {
      last.current = next;
      setShown(next);
    };
    const finish = () => {
      cancelAnimationFrame(frame);
      show(value);
    };
    // The time comes from the frames: in some environments it differs from performance.now().
    const step = (timeMs: number) => {
      start ??= timeMs;
      const next = counterAt({ from, to: value, elapsedMs: timeMs - start });
      show(next);
      if (timeMs - start < COUNTER_MS) frame = requestAnimationFrame(step);
    };
    const finishWhenHidden = () => document.hidden && finish();
    document.addEventListener('visibilitychange', finishWhenHidden);
    if (from !== value) frame = requestAnimationFrame(isAnimationOff() ? finish : step);
    // A hidden tab draws no frames at all.
    if (from !== value && document.hidden) queueMicrotask(finish);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('visibilitychange', finishWhenHidden);
    };
  }, [value]);

  return shown;
}
