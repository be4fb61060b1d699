import clsx from 'clsx';
import { useSession } from '#core/session.ts';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';

/** As high as the wheel of the home page with its buttons, for players and visitors. */
export function HomeTableSkeleton() {
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  return (
    <Skeleton>
      <div className="home-table">
        <SkeletonBlock className="h-11.5 w-52 max-w-full" />
        <SkeletonBlock className="mt-2 h-6 sm:hidden" />
        <SkeletonBlock className="mt-3 h-22 rounded-lg md:h-26" />
        {isLoggedIn && <SkeletonBlock className="mt-6 h-11 rounded-md xl:hidden" />}
        <SkeletonBlock className={clsx('mt-2 mb-6 h-13 rounded-md', isLoggedIn ? 'max-sm:mb-10' : 'max-sm:mb-14')} />
      </div>
    </Skeleton>
  );
}
