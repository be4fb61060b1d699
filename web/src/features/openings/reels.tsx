import { SpinMarker } from '#ui/spin-marker.tsx';
import { type Opening, isSpinning } from './opening.ts';
import { Reel } from './reel.tsx';

/** One reel per case under a common marker. They stay under a single prize, which fades in over them. */
export function Reels({ opening }: { opening: Opening }) {
  if (!('strips' in opening) || opening.strips === undefined) return null;
  const { strips, prizes } = opening;
  const isRevealed = opening.phase === 'revealed';
  const isHalfHeight = strips.length > 1;
  if (isRevealed && isHalfHeight) return null;
  return (
    <div aria-hidden className="reels absolute inset-x-0 top-0 flex h-(--stage) flex-col">
      {strips.map((strip, row) => (
        <div key={prizes[row]?.id} className="relative min-h-0 grow overflow-hidden">
          <Reel
            strip={strip}
            startedAt={isSpinning(opening) ? opening.startedAt : undefined}
            isHalfHeight={isHalfHeight}
            playsSound={row === 0}
          />
          <span className="strip-fade strip-fade-left" />
          <span className="strip-fade strip-fade-right" />
          <span className="strip-edges" />
        </div>
      ))}
      <SpinMarker isHidden={isRevealed} isTranslucent />
    </div>
  );
}
