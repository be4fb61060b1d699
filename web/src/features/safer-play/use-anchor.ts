import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/**
 * Scrolls to and focuses the panel in the hash, which did not exist yet when the page opened. Back restores the scroll
 * position and moves nothing.
 */
export function useAnchor(): void {
  const { hash, key } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop && key !== 'default';
  useEffect(() => {
    if (hash === '' || isReturn) return;
    const panel = document.getElementById(hash.slice(1));
    panel?.scrollIntoView();
    panel?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-deps -- `key` changes when the same link is followed again
  }, [hash, key, isReturn]);
}
