import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** Whether nothing in particular has the focus: the body, or `main`, to which a modal falls back when its opener is gone. */
function isNowhere(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof Element && target.localName === 'main');
}

/**
 * Moves the focus to a container when the focused element inside it is removed, such as a button that disappears after its
 * click. The container needs a label and tabIndex -1, and must render together with its content.
 */
export function useFocusHome<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null);
  const last = useRef<EventTarget>(null);
  const takeOver = useEffectEvent(() => {
    const wasLost = last.current instanceof Element && !last.current.isConnected;
    if (wasLost && isNowhere(document.activeElement)) part.current?.focus({ preventScroll: true });
  });
  // After every render: each may have removed the focused element.
  useEffect(() => takeOver());
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest('[role=dialog]') !== null) return;
      if (isNowhere(target)) takeOver();
      // A removed element stays remembered: a modal that closes later gives the focus to `main`, and the container then takes it.
      else if (target !== part.current) last.current = part.current?.contains(target as Node) === true ? target : null;
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, []);
  return part;
}
