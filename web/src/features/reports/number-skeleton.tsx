import { SkeletonBlock } from '#ui/skeleton.tsx';

/** A placeholder for a number, as high as its line, so that nothing shifts. */
export function NumberSkeleton({ width }: { width: string }) {
  return (
    <span className="flex h-[1lh] items-center">
      <SkeletonBlock className={`h-[0.8em] ${width}`} />
    </span>
  );
}
