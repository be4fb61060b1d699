import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/** The focus ring around a link, with its distance. */
const RING_WIDTH = 4;

/** The index of the link that a key moves to from the one at `index`. */
const targets: Record<string, (index: number, last: number) => number> = {
  ArrowLeft: (index) => Math.max(0, index - 1),
  ArrowRight: (index, last) => Math.min(last, index + 1),
  Home: () => 0,
  End: (_, last) => last,
};

const linksIn = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('a[href]') ?? []),
];

/**
 * Makes a row of links one tab stop: Left, Right, Home and End move between them (a roving tabindex). The tab stop is the link
 * that was focused last, or else the first. Call it in the component that renders the links, and spread the result on their list.
 */
export function useArrowKeys<List extends HTMLElement>() {
  const list = useRef<List>(null);
  const current = useRef<HTMLElement>(null);
  const hasFocus = useRef(false);
  // After every render, because each may have added or removed links.
  useLayoutEffect(() => {
    setTabStop({ list, current, hasFocus });
    if (hasFocus.current) keepInView(list.current, current.current);
  });
  return {
    ref: list,
    onFocus: ({ target }: FocusEvent<List>) => {
      hasFocus.current = true;
      current.current = target.closest('a');
      setTabStop({ list, current, hasFocus });
    },
    // React sends no blur for a link that a render removes, so `hasFocus` stays true for it.
    onBlur: () => {
      hasFocus.current = false;
    },
    onKeyDown: (event: KeyboardEvent<List>) => {
      // With these, the keys belong to the browser: Alt and Left goes back.
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const links = linksIn(list.current);
      const target = targets[event.key]?.(links.indexOf(event.target as HTMLElement), links.length - 1);
      if (target === undefined) return;
      event.preventDefault();
      links[target]?.focus();
    },
  };
}

type TabStop = {
  list: RefObject<HTMLElement | null>;
  current: RefObject<HTMLElement | null>;
  hasFocus: RefObject<boolean>;
};

function setTabStop({ list, current, hasFocus }: TabStop): void {
  const links = linksIn(list.current);
  const isRemoved = current.current !== null && !links.includes(current.current);
  if (isRemoved) current.current = null;
  // New links come first and the oldest, at the end, are removed: the last one is nearest.
  if (isRemoved && hasFocus.current) links.at(-1)?.focus({ preventScroll: true });
  const stop = current.current ?? links[0];
  for (const link of links) link.tabIndex = link === stop ? 0 : -1;
}

/** Scrolls the list, never the page, which the player may have scrolled elsewhere. */
function keepInView(list: HTMLElement | null, link: HTMLElement | null): void {
  if (list === null || link === null) return;
  const [outer, inner] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
  const [right, left] = [inner.right + RING_WIDTH - outer.right, outer.left - (inner.left - RING_WIDTH)];
  if (right > 0) list.scrollLeft += right;
  else if (left > 0) list.scrollLeft -= left;
}
