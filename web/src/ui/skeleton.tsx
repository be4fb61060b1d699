import clsx from 'clsx';
import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '#i18n/i18n.ts';

/** What loads quicker than this shows no skeleton at all. */
export const SKELETON_DELAY_MS = 150;
/** A skeleton once shown stays this long, so that it does not flash. */
export const SKELETON_SHOWN_MIN_MS = 300;

/** False at first, true after the delay. */
export function useDelayed(delayMs = SKELETON_DELAY_MS): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return isDue;
}

/** Whether a skeleton is to be shown: late, and then long enough to be seen. */
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

function after(delayMs: number, act: () => void): () => void {
  const timer = setTimeout(act, delayMs);
  return () => clearTimeout(timer);
}

/** One grey bar or block; give it the size of what it stands for. */
export function Bone({ className }: { className?: string }) {
  return <span aria-hidden className={clsx('motion-shimmer block rounded-sm bg-bg-3/70', className)} />;
}

/** Holds bones, and tells screen readers once that something is loading. */
export function Skeleton({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <div role="status">
      <span className="sr-only">{t.views.loading}</span>
      {children}
    </div>
  );
}
