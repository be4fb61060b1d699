import { SkeletonBlock } from '#ui/skeleton.tsx';

/** Stands for a figure that is not known yet, as high as its line: nothing moves when it comes. */
export function FigureBone({ width }: { width: string }) {
  return (
    <span className="flex h-[1lh] items-center">
      <SkeletonBlock className={`h-[0.8em] ${width}`} />
    </span>
  );
}
