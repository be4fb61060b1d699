import clsx from 'clsx';
import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '#i18n/i18n.ts';

/** Content that loads faster than this shows no skeleton. */
export const SKELETON_DELAY_MS = 150;
/** Minimum time a skeleton stays, so that it does not flash. */
export const SKELETON_SHOWN_MIN_MS = 300;

/** Returns false at first and true after the delay. */
export function useDelayed(delayMs = SKELETON_DELAY_MS): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return isDue;
}

/** The stages of loading: nothing at first, then a skeleton for a minimum time, then the content. */
export function useSkeleton(isLoading: boolean): 'nothing' | 'skeleton' | 'content' {
  const [phase, setPhase] = useState<'nothing' | 'skeleton' | 'held' | 'content'>(isLoading ? 'nothing' : 'content');
  useEffect(() => {
    if (phase === 'nothing') {
      if (!isLoading) return after(0, () => setPhase('content'));
      return after(SKELETON_DELAY_MS, () => setPhase('held'));
    }
    if (phase === 'held') return after(SKELETON_SHOWN_MIN_MS, () => setPhase('skeleton'));
    if (phase === 'skeleton' && !isLoading) return after(0, () => setPhase('content'));
    return undefined;
  }, [phase, isLoading]);
  return phase === 'held' ? 'skeleton' : phase;
}

function after(delayMs: number, action: () => void): () => void {
  const timer = setTimeout(action, delayMs);
  return () => clearTimeout(timer);
}

/** One grey block. Give it the size of the content it replaces. */
export function SkeletonBlock({ className }: { className?: string }) {
  return <span aria-hidden className={clsx('motion-shimmer block rounded-sm bg-bg-3/70', className)} />;
}

/** Wraps skeleton blocks and announces to screen readers once that something is loading. */
export function Skeleton({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <div role="status">
      <span className="sr-only">{t.views.loading}</span>
      {children}
    </div>
  );
}
