import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';

/** Far enough to be rendered before a player who scrolls gets there. */
const MARGIN = '200px 0px';

type WhenNearProps = {
  /** Shown until then, in the size of the content. */
  placeholder: ReactNode;
  children: ReactNode;
};

/** Renders its content once it is near the viewport, so that the first view of a long page does not wait for the rest. */
export function WhenNear({ placeholder, children }: WhenNearProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(() => !('IntersectionObserver' in window));
  useEffect(() => {
    if (isNear || !frame.current) return undefined;
    const onChange = (entries: IntersectionObserverEntry[]) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setNear(true));
    };
    const observer = new IntersectionObserver(onChange, { rootMargin: MARGIN });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [isNear]);
  return (
    <div ref={frame} className="grid h-full grid-cols-[minmax(0,1fr)]">
      {isNear ? children : placeholder}
    </div>
  );
}
