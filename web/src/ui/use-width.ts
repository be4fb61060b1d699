import { useLayoutEffect, useState } from 'react';

/** How wide a part is drawn: letters keep their size on every screen, so that a chart cannot simply be scaled. */
export function useWidth(frame: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(600);
  // Before it is painted: drawn for another width, it would reach out of its frame for a moment.
  useLayoutEffect(() => {
    const now = frame.current?.clientWidth ?? 0;
    // oxlint-disable-next-line react/set-state-in-effect -- how wide it is, is only known once it is laid out
    if (now > 0) setWidth(now);
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}
