import clsx from 'clsx';
import type { ReactNode } from 'react';

type DimmedProps = { isOld: boolean; className?: string; children: ReactNode };

/** What is shown until the next page has come is dimmed, not taken away. */
export function Dimmed({ isOld, className, children }: DimmedProps) {
  return (
    <div aria-busy={isOld} className={clsx('transition-opacity duration-140', isOld && 'opacity-55', className)}>
      {children}
    </div>
  );
}
