import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** Whether no control has the focus: only the body, or `main`, to which a modal falls back when its opener is gone. */
function isUnfocused(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof Element && target.localName === 'main');
}

/**
 * Moves the focus to a container when the focused element inside it is removed, such as a button that disappears after its
 * click. The container needs a label and tabIndex -1, and must render together with its content.
 */
export function useFocusFallback<Part extends HTMLElement>(): RefObject<Part | null> {
  const container = useRef<Part>(null);
  const lastFocused = useRef<EventTarget>(null);
  const takeFocus = useEffectEvent(() => {
    const wasRemoved = lastFocused.current instanceof Element && !lastFocused.current.isConnected;
    if (wasRemoved && isUnfocused(document.activeElement)) container.current?.focus({ preventScroll: true });
  });
  // After every render, because each may have removed the focused element.
  useEffect(() => takeFocus());
  useEffect(() => {
    const trackFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest('[role=dialog]') !== null) return;
      if (isUnfocused(target)) takeFocus();
      // A removed element stays remembered: a modal that closes later gives the focus to `main`, and the container then takes it.
      else if (target !== container.current)
        lastFocused.current = container.current?.contains(target as Node) === true ? target : null;
    };
    document.addEventListener('focusin', trackFocus);
    return () => document.removeEventListener('focusin', trackFocus);
  }, []);
  return container;
}
