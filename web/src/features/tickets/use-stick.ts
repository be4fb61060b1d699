import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';

/** Nearer to the end than this counts as being there. */
const NEAR_PX = 48;

type Last = { readonly id: number; readonly isOwn: boolean };

function showEnd(list: HTMLElement | null): void {
  if (list) list.scrollTop = list.scrollHeight;
}

/** A list that grows at its end, and stays there only for whoever is there or has just written. */
export function useStick(list: RefObject<HTMLElement | null>, last: Last) {
  // The last message at the time when the reader went further up.
  const [leftAt, setLeftAt] = useState<number>();
  const isAway = leftAt !== undefined && !(last.isOwn && last.id > leftAt);
  useLayoutEffect(() => {
    if (!isAway) showEnd(list.current);
  });

  // What is being written may grow, and a phone's keyboard comes and goes: the end stays in view.
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
    // The button that was pressed goes: whoever uses the keyboard goes on from the messages.
    list.current?.focus({ preventScroll: true });
  };
  return { leftAt: isAway ? leftAt : undefined, onScroll, toEnd };
}
