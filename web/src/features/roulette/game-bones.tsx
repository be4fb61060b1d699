import { COLORS } from '@karat/rules/roulette';
import { Bone, Skeleton } from '#ui/skeleton.tsx';

/** The shape of the page until its round is known. */
export function GameBones() {
  return (
    <Skeleton>
      <Bone className="mb-3 h-19 w-full md:h-11" />
      <div className="strip-frame wheel-frame">
        <Bone className="h-(--row) rounded-lg" />
      </div>
      <Bone className="mt-3 h-12.5" />
      <Bone className="mt-4 h-25 rounded-lg max-md:hidden" />
      <div className="mt-4 grid gap-2 sm:grid-cols-3 sm:gap-3">
        {COLORS.map((color) => (
          <Bone key={color} className="h-17 rounded-lg sm:h-96" />
        ))}
      </div>
    </Skeleton>
  );
}
