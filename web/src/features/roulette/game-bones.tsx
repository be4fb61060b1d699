import { COLORS } from '@karat/rules/roulette';
import { Bone, Skeleton } from '#ui/skeleton.tsx';

/** The shape of the page until its round is known. */
export function GameBones() {
  return (
    <Skeleton>
      <Bone className="mb-3 h-17.5 w-full md:h-11" />
      <div className="strip-frame wheel-frame">
        <Bone className="h-(--row) rounded-lg" />
      </div>
      <Bone className="mt-3 h-12" />
      <Bone className="mt-4 h-22.5 rounded-lg max-md:hidden" />
      <div className="mt-3 grid gap-1.5 sm:mt-4 sm:grid-cols-3 sm:gap-3">
        {COLORS.map((color) => (
          <Bone key={color} className="h-15.5 rounded-lg sm:h-100" />
        ))}
      </div>
    </Skeleton>
  );
}
