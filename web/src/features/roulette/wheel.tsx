import type { CurrentRound } from '@karat/contract/roulette';
import { colorOf } from '@karat/rules/roulette';
import clsx from 'clsx';
import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import { SpinMarker } from '#ui/spin-marker.tsx';
import { isMotionReduced, tickTimesMs, useTicks } from '#ui/spin.ts';
import { colorTints } from './color-tints.ts';
import { serverTimeMs, useRoulette } from './roulette.ts';
import type { RoundPhase } from './round-state.ts';
import {
  type Spin,
  TILES,
  fadeKeyframes,
  numberBefore,
  restingTile,
  spinOf,
  tileTransform,
  spinKeyframes,
  totalSpinMs,
} from './wheel-spin.ts';
import { useRouletteText } from './words/roulette-text.ts';

/** The wheel as a flat strip under its mark. Hidden from screen readers, which read the status line. */
export function Wheel({ round, phase }: { round: CurrentRound; phase: RoundPhase }) {
  const t = useRouletteText();
  const lastRounds = useRoulette((roulette) => roulette.lastRounds);
  const isHistoryFailed = useRoulette((roulette) => roulette.isHistoryFailed);
  // Until the last number is known the wheel stays hidden, so that it does not jump.
  const isPlaced = lastRounds !== undefined || isHistoryFailed;
  const previous = numberBefore(round, lastRounds ?? []);
  const { id: roundId, winnerNumber, drawnAt, spinMs } = round;
  const spin = useMemo(
    () => (winnerNumber === null ? undefined : spinOf({ previous, number: winnerNumber, roundId, spinMs })),
    [previous, winnerNumber, roundId, spinMs],
  );
  return (
    <section
      aria-label={t.wheel}
      data-phase={phase}
      className="strip-frame wheel-frame relative isolate h-(--row) overflow-hidden surface"
    >
      {isPlaced && <Track spin={spin} drawnAt={drawnAt} previous={previous} />}
      <span aria-hidden className="strip-fade strip-fade-left" />
      <span aria-hidden className="strip-fade strip-fade-right" />
      <span aria-hidden className="strip-edges" />
      <SpinMarker hasLine={phase === 'spinning'} />
    </section>
  );
}

type TrackProps = { spin: Spin | undefined; drawnAt: string | null; previous: number };

function Track({ spin, drawnAt, previous }: TrackProps) {
  const track = useRef<HTMLDivElement>(null);
  const sinceDrawMs = () => (drawnAt === null ? 0 : serverTimeMs() - Date.parse(drawnAt));

  useLayoutEffect(() => {
    const element = track.current;
    if (element === null || spin === undefined || drawnAt === null) return undefined;
    const elapsedMs = () => Math.max(0, serverTimeMs() - Date.parse(drawnAt));
    if (elapsedMs() >= totalSpinMs(spin)) return undefined;
    const keyframes = isMotionReduced() ? fadeKeyframes(spin) : spinKeyframes(spin);
    const animation = element.animate(keyframes, { duration: totalSpinMs(spin), fill: 'both' });
    const follow = () => {
      animation.currentTime = elapsedMs();
    };
    follow();
    // After sleep or in a tab that was hidden, continue at the wheel's current position.
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      animation.cancel();
    };
  }, [spin, drawnAt]);

  const ticks = useMemo(() => spin && tickTimesMs({ from: spin.from, to: spin.stop, spinMs: spin.spinMs }), [spin]);
  useTicks(ticks, sinceDrawMs);
  return (
    <div
      ref={track}
      aria-hidden
      className="absolute inset-y-3 left-1/2 flex gap-(--cell-gap)"
      style={tileTransform(spin?.to ?? restingTile(previous))}
      data-tile={spin === undefined ? previous : TILES[spin.to]}
    >
      <Tiles />
    </div>
  );
}

// The tiles never change, so they render once.
const Tiles = memo(function Tiles() {
  return TILES.map((number, index) => (
    <div
      // oxlint-disable-next-line react/no-array-index-key -- tiles have no id but their index
      key={index}
      data-number={number}
      className={clsx(
        'wheel-tile grid w-(--cell) shrink-0 place-items-center rounded-md font-display font-bold text-white tabular-nums',
        colorTints[colorOf(number)],
      )}
    >
      {number}
    </div>
  ));
});
