import { useSyncExternalStore } from 'react';

const WIDE = '(width >= 48rem), (height < 41.5rem)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/**
 * Whether the screen is wider than a phone, or too low to keep a bar at its edge: there the order of the page is another,
 * for the eye and for the keyboard.
 */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
}
