// Deterministic randomness: the same seed always draws the same picture.

/** Anything with a stable string form. */
export type Seed = string | number | undefined | readonly Seed[];

/** A generator: each call returns the next number in [0, 1). */
export type Random = () => number;

/** FNV-1a of the seed's string form: an unsigned 32-bit number. */
export function hash(seed: Seed): number {
  let h = 2166136261;
  for (const character of String(seed)) h = Math.imul(h ^ character.codePointAt(0)!, 16777619);
  return h >>> 0;
}

/** A random number generator from a seed (Mulberry32). */
export function rng(seed: Seed): Random {
  let a = hash(seed);
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Prefix for the element ids of one picture, so that several can share a page. */
export const shortId = (seed: Seed): string => `k${hash(seed).toString(36)}`;

/** The element at `index`, modulo the length. */
export const cycle = <T>(list: readonly T[], index: number): T => list[index % list.length]!;

/** The element that the hash of the seed chooses. */
export const pick = <T>(list: readonly T[], seed: Seed): T => cycle(list, hash(seed));

/** Rounds to one decimal, which is finer than a pixel and keeps the markup short. */
export const rounded = (n: number): number => Number(n.toFixed(1));

/** The markup of `draw(0)` to `draw(count - 1)`, joined. */
export const times = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: Math.max(0, Math.round(count)) }, (_, index) => draw(index)).join('');

/** A typed Object.keys, for objects without further keys. */
export function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  const isKey = (key: string): key is Key => Object.hasOwn(table, key);
  return Object.keys(table).filter(isKey);
}
