import { Skeleton, SkeletonBlock } from '#ui/skeleton.tsx';

const ROWS = 10;

export function ActivitySkeleton() {
  return (
    <Skeleton>
      <div className="grid gap-px overflow-hidden surface">
        {Array.from({ length: ROWS }, (_, index) => (
          <SkeletonBlock key={index} className="h-20 rounded-none @xl:h-14" />
        ))}
      </div>
    </Skeleton>
  );
}
