import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/**
 * Links from elsewhere name a panel, which was not there yet when the page was reached: it is scrolled to and has the focus.
 * Back leads to where the reader was on the page, and moves nothing.
 */
export function useAnchor(): void {
  const { hash, key } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop && key !== 'default';
  useEffect(() => {
    if (hash === '' || isReturn) return;
    const panel = document.getElementById(hash.slice(1));
    panel?.scrollIntoView();
    panel?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-deps -- a link that is followed again leads there again
  }, [hash, key, isReturn]);
}
