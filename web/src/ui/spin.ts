import { useEffect, useEffectEvent } from 'react';
import { usePreferences } from '#core/preferences.ts';
import { playTick } from './sound.ts';

/** A fast start and a long slowdown. */
export const SPIN_EASING = 'cubic-bezier(.08,.62,.08,1)';
/** Easing of the move from where the spin stopped to the middle of the cell. */
export const SETTLE_EASING = 'cubic-bezier(.2,.8,.2,1)';
/** Half of the cross-fade that replaces the spin with reduced motion. */
export const FADE_MS = 100;

/** The largest distance between the marker and the middle of the cell at which a spin stops. It has no meaning. */
export const STOP_OFFSET_MAX = 0.4;

export const isMotionReduced = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

const bezier = (t: number, one: number, two: number): number =>
  3 * (1 - t) ** 2 * t * one + 3 * (1 - t) * t ** 2 * two + t ** 3;

/** The time, 0 to 1, at which a spin has reached this progress, 0 to 1. */
function timeOfProgress(progress: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2;
    if (bezier(middle, 0.62, 1) < progress) low = middle;
    else high = middle;
  }
  return bezier(low, 0.08, 0.08);
}

/** More ticks per second would sound like a buzz. */
const TICKS_PER_SECOND_MAX = 25;

type SpinPath = { readonly from: number; readonly to: number; readonly spinMs: number };

/** The times when the edges of cells pass the marker, in milliseconds from the start. Leaves out edges that follow each other too fast. */
export function tickTimesMs({ from, to, spinMs }: SpinPath): number[] {
  const times: number[] = [];
  for (let edge = Math.ceil(from + 0.5) - 0.5; edge < to; edge++) {
    const timeMs = timeOfProgress((edge - from) / (to - from)) * spinMs;
    if (timeMs - (times.at(-1) ?? -spinMs) >= 1_000 / TICKS_PER_SECOND_MAX) times.push(timeMs);
  }
  return times;
}

/** Plays ticks at these times of a spin. `elapsed` returns the time since its start; undefined times mean no spin. */
export function useTicks(timesMs: readonly number[] | undefined, elapsed: () => number): void {
  const elapsedMs = useEffectEvent(elapsed);
  useEffect(() => {
    if (timesMs === undefined || isMotionReduced()) return undefined;
    let frame = 0;
    const passedTicks = (from: number) => {
      let next = from;
      while (next < timesMs.length && timesMs[next]! <= elapsedMs()) next++;
      return next;
    };
    const step = (next: number) => {
      const after = passedTicks(next);
      // At most one tick per frame, however many edges have passed since the last one.
      if (after > next && !usePreferences.getState().isMuted) playTick();
      if (after < timesMs.length) frame = requestAnimationFrame(() => step(after));
    };
    // Ticks from before the component was mounted are skipped.
    const first = passedTicks(0);
    frame = requestAnimationFrame(() => step(first));
    return () => cancelAnimationFrame(frame);
  }, [timesMs]);
}
