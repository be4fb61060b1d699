import { SPIN_MS } from '@karat/rules/strip';
import clsx from 'clsx';
import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import { ItemName } from '#ui/item-name.tsx';
import { ItemPicture } from '#ui/item-picture.tsx';
import { rarityColors } from '#ui/rarity.ts';
import { FADE_MS, SETTLE_EASING, SPIN_EASING, isMotionReduced, tickTimesMs, useTicks } from '#ui/spin.ts';
import { type Cell, OPENING_MS, START_INDEX, type Strip } from './strips.ts';

type ReelProps = {
  strip: Strip;
  /** The time when the strip starts to move; undefined once it has landed. */
  startedAt: number | undefined;
  isHalfHeight: boolean;
  /** Only one of several reels plays sound. */
  playsSound: boolean;
};

/** Animates one strip under the marker. It moves by transform alone, off the main thread. */
export function Reel({ strip, startedAt, isHalfHeight, playsSound }: ReelProps) {
  const track = useRef<HTMLDivElement>(null);
  const { stop, index } = strip;

  useLayoutEffect(() => {
    const element = track.current;
    if (element === null || startedAt === undefined) return undefined;
    const keyframes = () => keyframesOf({ stop, index, ...sizesOf(element) });
    const animation = element.animate(keyframes(), { duration: OPENING_MS, fill: 'both' });
    // Negative while the crate opens: the strip waits at its start.
    animation.currentTime = Date.now() - startedAt;
    // A new window width changes the cell width: recompute the keyframes and keep the current time.
    const observer = new ResizeObserver(() => {
      if (animation.effect instanceof KeyframeEffect) animation.effect.setKeyframes(keyframes());
    });
    observer.observe(element.firstElementChild ?? element);
    return () => {
      observer.disconnect();
      animation.cancel();
    };
  }, [startedAt, stop, index]);
  const ticks = useMemo(() => tickTimesMs({ from: START_INDEX, to: stop, spinMs: SPIN_MS }), [stop]);
  useTicks(playsSound && startedAt !== undefined ? ticks : undefined, () => Date.now() - (startedAt ?? 0));

  const position = startedAt === undefined ? index : START_INDEX;
  return (
    <div
      ref={track}
      className={clsx('absolute left-1/2 flex gap-(--cell-gap)', isHalfHeight ? 'inset-y-1' : 'inset-y-5 md:inset-y-6')}
      style={{ transform: `translateX(calc(var(--cell-step) * ${-position} - var(--cell) / 2))` }}
    >
      <Cells strip={strip} isHalfHeight={isHalfHeight} />
    </div>
  );
}

type Sizes = { stepPx: number; cellPx: number };

function sizesOf(track: HTMLElement): Sizes {
  const [first, second] = [...track.children] as [HTMLElement?, HTMLElement?];
  if (first === undefined || second === undefined) return { stepPx: 0, cellPx: 0 };
  return { stepPx: second.offsetLeft - first.offsetLeft, cellPx: first.offsetWidth };
}

function keyframesOf({ stop, index, stepPx, cellPx }: Sizes & { stop: number; index: number }): Keyframe[] {
  const position = (cells: number) => `translateX(${-(cells * stepPx + cellPx / 2)}px)`;
  const spun = SPIN_MS / OPENING_MS;
  if (!isMotionReduced()) {
    return [
      { transform: position(START_INDEX), easing: SPIN_EASING },
      { transform: position(stop), offset: spun, easing: SETTLE_EASING },
      { transform: position(index) },
    ];
  }
  // With reduced motion an opening starts with its settle phase: the crate fades out, then the reward fades in.
  const fade = FADE_MS / OPENING_MS;
  return [
    { transform: position(index), opacity: 0 },
    { transform: position(index), opacity: 0, offset: spun + fade },
    { transform: position(index), opacity: 1, offset: spun + 3 * fade },
    { transform: position(index), opacity: 1 },
  ];
}

// More than a hundred cells: memoised, so that each strip renders once.
const Cells = memo(function Cells({ strip, isHalfHeight }: Pick<ReelProps, 'strip' | 'isHalfHeight'>) {
  const { cells, lead, tail, index } = strip;
  return cells.map((cell, position) => (
    <StripCell
      // oxlint-disable-next-line react/no-array-index-key -- cells have no id but their index
      key={position}
      cell={cell}
      isHalfHeight={isHalfHeight}
      isFiller={position < lead || position >= cells.length - tail}
      isWon={position === index}
    />
  ));
});

type StripCellProps = { cell: Cell; isHalfHeight: boolean; isFiller: boolean; isWon: boolean };

function StripCell({ cell, isHalfHeight, isFiller, isWon }: StripCellProps) {
  return (
    <div
      className="rarity-edge relative isolate flex w-(--cell) shrink-0 flex-col items-center justify-center overflow-hidden rounded-md bg-bg-2"
      style={rarityColors(cell.skinRarity)}
      data-filler={isFiller || undefined}
      data-won={isWon || undefined}
    >
      <span className="rarity-glow" />
      {/* Only the small file was decoded beforehand: a larger one would be blank while it passes. */}
      <ItemPicture
        src={cell.image}
        isEager
        isSmall
        className={isHalfHeight ? 'h-[86%] w-auto max-w-[94%]' : 'w-[88%]'}
      />
      {!isHalfHeight && (
        <span className="w-full px-2 text-center text-card">
          <ItemName name={`${cell.itemName} | ${cell.skinName}`} isCut />
        </span>
      )}
    </div>
  );
}
