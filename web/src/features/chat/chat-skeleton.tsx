import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';

const widths = ['w-28', 'w-44', 'w-36', 'w-52', 'w-24', 'w-40'];

/** Skeleton of the messages. */
export function ChatSkeleton() {
  return (
    <div className="flex min-h-0 grow flex-col justify-end overflow-hidden px-4 pb-4">
      <Skeleton>
        {widths.map((width) => (
          <div key={width} className="mt-4 flex gap-2.5">
            <SkeletonBlock className="size-9 shrink-0 rounded-[10px]" />
            <div className="grow space-y-2 pt-1">
              <SkeletonBlock className="h-2.5 w-20" />
              <SkeletonBlock className={`h-3 max-w-full ${width}`} />
            </div>
          </div>
        ))}
      </Skeleton>
    </div>
  );
}
