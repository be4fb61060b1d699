import { SkeletonBlock } from '#ui/skeleton.tsx';

/** A placeholder for a figure, as high as its line, so that nothing shifts. */
export function FigureSkeleton({ width }: { width: string }) {
  return (
    <span className="flex h-[1lh] items-center">
      <SkeletonBlock className={`h-[0.8em] ${width}`} />
    </span>
  );
}
