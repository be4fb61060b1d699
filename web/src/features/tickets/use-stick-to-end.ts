import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';

/** The distance that counts as being at the end. */
const NEAR_PX = 48;

type Last = { readonly id: number; readonly isOwn: boolean };

function showEnd(list: HTMLElement | null): void {
  if (list) list.scrollTop = list.scrollHeight;
}

/** Keeps a growing list scrolled to its end, if the reader is there or has just written. */
export function useStickToEnd(list: RefObject<HTMLElement | null>, last: Last) {
  // The last message when the reader scrolled up.
  const [leftAt, setLeftAt] = useState<number>();
  const isAway = leftAt !== undefined && !(last.isOwn && last.id > leftAt);
  useLayoutEffect(() => {
    if (!isAway) showEnd(list.current);
  });

  // The input may grow, and a phone's keyboard opens and closes, but the end stays in view.
  const hold = useEffectEvent(() => {
    if (!isAway) showEnd(list.current);
  });
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const watcher = new ResizeObserver(() => hold());
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [list]);

  const onScroll = () => {
    if (!list.current) return;
    const { scrollHeight, scrollTop, clientHeight } = list.current;
    const isNear = scrollHeight - scrollTop - clientHeight < NEAR_PX;
    setLeftAt(isNear ? undefined : isAway ? leftAt : last.id);
  };
  const toEnd = () => {
    setLeftAt(undefined);
    // The clicked button disappears, so keyboard users continue from the messages.
    list.current?.focus({ preventScroll: true });
  };
  return { leftAt: isAway ? leftAt : undefined, onScroll, toEnd };
}
