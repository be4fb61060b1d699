import { createHash } from 'node:crypto';

/** A deterministic random number generator. */
export type Random = {
  /** From 0 inclusive to 1 exclusive. */
  next(): number;
  happens(chance: number): boolean;
  /** An integer, both ends included. */
  integer(min: number, max: number): number;
  oneOf<Each>(list: readonly Each[]): Each;
  /** A name by its weight; never one of weight 0. */
  weighted<Name extends string>(weights: Readonly<Partial<Record<Name, number>>>): Name;
  /** An exponentially distributed wait with this mean, capped at four times the mean. */
  wait(meanMs: number): number;
  hex(digits: number): string;
};

const WAIT_MAX_MEANS = 4;

/** Every person has their own seed, so that choices do not depend on timing. */
export function createRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE();

  // mulberry32: small, and good enough to choose actions.
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));

  return {
    next,
    integer,
    happens: (chance) => next() < chance,
    oneOf: (list) => list[Math.floor(next() * list.length)]!,
    weighted<Name extends string>(weights: Readonly<Partial<Record<Name, number>>>): Name {
      const entries = Object.entries(weights) as [Name, number][];
      let remaining = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) if ((remaining -= weight) < 0) return name;
      return entries.at(-1)![0];
    },
    wait: (meanMs) => Math.min(-Math.log(1 - next()), WAIT_MAX_MEANS) * meanMs,
    hex: (digits) => Array.from({ length: digits }, () => integer(0, 15).toString(16)).join(''),
  };
}
