import { useSyncExternalStore } from 'react';
import { useText } from '#i18n/i18n.ts';
import { formatRelative, formatTableTime } from './dates.ts';

const REFRESH_MS = 60_000;

// One clock for every relative time on the page; it stops when none is shown.
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    timer = setInterval(tick, REFRESH_MS);
    document.addEventListener('visibilitychange', tick);
    queueMicrotask(tick);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

/** The current time in milliseconds, updated every minute. */
export function useNow(): number {
  return Math.max(
    useSyncExternalStore(subscribe, () => now),
    now,
  );
}

/** Shows a time as "5 minutes ago", updated every minute. */
export function RelativeTime({ iso, className }: { iso: string; className?: string }) {
  const { locale } = useText();
  const current = useNow();
  return (
    <time dateTime={iso} title={formatTableTime(iso, locale)} className={className}>
      {formatRelative(iso, current, locale)}
    </time>
  );
}

export function TableTime({ iso }: { iso: string }) {
  const { locale } = useText();
  return (
    <time dateTime={iso} className="tabular-nums">
      {formatTableTime(iso, locale)}
    </time>
  );
}
