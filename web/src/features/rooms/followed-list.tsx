import clsx from 'clsx';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** The distance that counts as being at an edge. */
const NEAR_PX = 8;

type FollowedListProps = {
  /** The id of its heading. */
  labelledBy: string;
  /** Changes when the list grows. */
  version: string | number;
  /** Sets the height of the list. */
  className: string;
  children: ReactNode;
};

/**
 * A list of fixed height that grows at its end, so that neither the page nor the entries move. Once it is full it scrolls, and its end
 * stays in view unless the reader has scrolled up.
 */
export function FollowedList({ labelledBy, version, className, children }: FollowedListProps) {
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  const [more, setMore] = useState({ isAbove: false, isBelow: false });
  const trackScroll = () => {
    const { scrollHeight, scrollTop, clientHeight } = list.current!;
    const [isAbove, isBelow] = [scrollTop > NEAR_PX, scrollHeight - scrollTop - clientHeight > NEAR_PX];
    isAtEnd.current = !isBelow;
    setMore((before) => (before.isAbove === isAbove && before.isBelow === isBelow ? before : { isAbove, isBelow }));
  };
  const shownVersion = useRef<string | number>(undefined);
  const follow = useEffectEvent(() => {
    if (shownVersion.current === version) return;
    shownVersion.current = version;
    if (isAtEnd.current) list.current!.scrollTop = list.current!.scrollHeight;
    trackScroll();
  });
  useLayoutEffect(() => follow());
  // A part of an entry that opens makes the list longer. Its event does not bubble, and React has no other way to receive it.
  const track = useEffectEvent(() => trackScroll());
  useEffect(() => {
    const element = list.current!;
    const onToggle = () => track();
    element.addEventListener('toggle', onToggle, { capture: true });
    return () => element.removeEventListener('toggle', onToggle, { capture: true });
  }, []);
  return (
    <ol
      ref={list}
      onScroll={trackScroll}
      // A scrollable list must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-labelledby={labelledBy}
      className={clsx(
        'overflow-y-auto text-card',
        // A faded edge shows that the list goes on there.
        'mask-[linear-gradient(transparent,#000_var(--above),#000_calc(100%-var(--below)),transparent)]',
        more.isAbove ? '[--above:1.5rem]' : '[--above:0px]',
        more.isBelow ? '[--below:1.5rem]' : '[--below:0px]',
        className,
      )}
    >
      {children}
    </ol>
  );
}
