import clsx from 'clsx';
import type { ReactNode } from 'react';

type DimmedProps = { isOld: boolean; className?: string; children: ReactNode };

/** Dims the old content while the next page loads. */
export function Dimmed({ isOld, className, children }: DimmedProps) {
  return (
    <div aria-busy={isOld} className={clsx('transition-opacity duration-140', isOld && 'opacity-55', className)}>
      {children}
    </div>
  );
}
