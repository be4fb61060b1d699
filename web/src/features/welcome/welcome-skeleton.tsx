import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';

/** As high as the card, for a player who has just signed up. */
export function WelcomeSkeleton() {
  return (
    <Skeleton>
      <div className="@container">
        <SkeletonBlock className="mb-5 h-82.5 rounded-xl @2xl:h-53.5" />
      </div>
    </Skeleton>
  );
}
