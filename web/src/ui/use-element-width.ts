import { useLayoutEffect, useState } from 'react';

/** The width of an element. Charts need it because their text keeps its size, so they cannot simply be scaled. */
export function useElementWidth(frame: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(600);
  // Before the paint: with the wrong width, the chart would overflow its frame for a moment.
  useLayoutEffect(() => {
    const now = frame.current?.clientWidth ?? 0;
    // oxlint-disable-next-line react/set-state-in-effect -- the width is known only after the layout
    if (now > 0) setWidth(now);
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}
