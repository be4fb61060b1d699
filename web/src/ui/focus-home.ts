import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** Nowhere in particular: the body, and what a modal falls back to when its opener is gone. */
function isNowhere(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof Element && target.localName === 'main');
}

/**
 * A part that takes the focus when what had it inside is taken away: a button that has done its work leaves, and whoever
 * pressed it stays where they were. It needs a name and tabIndex -1, and is drawn anew with what it holds.
 */
export function useFocusHome<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null);
  const last = useRef<EventTarget>(null);
  const takeOver = useEffectEvent(() => {
    const wasLost = last.current instanceof Element && !last.current.isConnected;
    if (wasLost && isNowhere(document.activeElement)) part.current?.focus({ preventScroll: true });
  });
  // After every drawing: each may have taken away what had the focus.
  useEffect(() => takeOver());
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest('[role=dialog]') !== null) return;
      if (isNowhere(target)) takeOver();
      // What was lost is remembered: a modal that closes after it gives the focus to nobody else.
      else if (target !== part.current) last.current = part.current?.contains(target as Node) === true ? target : null;
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, []);
  return part;
}
