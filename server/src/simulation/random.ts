import { createHash } from 'node:crypto';

/** Draws that follow from a seed alone. */
export type Random = {
  /** From 0 up to 1, without it. */
  next(): number;
  isSo(chance: number): boolean;
  /** A whole number, both ends included. */
  whole(min: number, max: number): number;
  oneOf<Each>(list: readonly Each[]): Each;
  /** A name by its weight; those of weight 0 never. */
  weighted<Name extends string>(weights: Readonly<Partial<Record<Name, number>>>): Name;
  /** A wait of that length on average: many short ones, a few long ones, none endless. */
  wait(meanMs: number): number;
  hex(digits: number): string;
};

const WAIT_MAX_MEANS = 4;

/** Everybody draws from a seed of their own, so that nobody's choices depend on who was faster. */
export function createRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE();

  // mulberry32: small, and good enough for choosing what to do next.
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const whole = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));

  return {
    next,
    whole,
    isSo: (chance) => next() < chance,
    oneOf: (list) => list[Math.floor(next() * list.length)]!,
    weighted<Name extends string>(weights: Readonly<Partial<Record<Name, number>>>): Name {
      const entries = Object.entries(weights) as [Name, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) if ((left -= weight) < 0) return name;
      return entries.at(-1)![0];
    },
    wait: (meanMs) => Math.min(-Math.log(1 - next()), WAIT_MAX_MEANS) * meanMs,
    hex: (digits) => Array.from({ length: digits }, () => whole(0, 15).toString(16)).join(''),
  };
}
