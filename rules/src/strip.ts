export const STRIP_LENGTH = 100;
/** The time in which the crate opens into the strip, before the strip moves. */
export const CRATE_OPEN_MS = 520;
export const SPIN_MS = 7_000;
export const SETTLE_MS = 750;
/** The time for which a result is hidden from others: the animation, plus a reserve for pictures and the network. */
export const REVEAL_MS = CRATE_OPEN_MS + SPIN_MS + SETTLE_MS + 730;

/** The strip stops at the third-last occurrence of the reward, not before index 50, because a shorter spin would look like a fault. */
const OCCURRENCE_FROM_END = 3;
const INDEX_MIN = 50;
const INDEX_MAX = 94;
const SHUFFLES_MAX = 200;

/** Creates a random number generator that depends only on the seed and is the same on every machine: FNV-1a of the text seeds mulberry32. */
export function randomFrom(seed: string): () => number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < seed.length; index++) hash = Math.imul(hash ^ seed.charCodeAt(index), 0x0100_0193);
  return () => {
    hash = (hash + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(hash ^ (hash >>> 15), 1 | hash);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Repeats the items of the case, and makes sure that the reward occurs at least three times. */
function repeatItems<Item>(items: readonly Item[], reward: Item): Item[] {
  const strip: Item[] = Array.from({ length: STRIP_LENGTH }, (_, index) => items[index % items.length] as Item);
  let occurrences = strip.filter((each) => each === reward).length;
  for (let index = STRIP_LENGTH - 1; occurrences < OCCURRENCE_FROM_END; index--) {
    if (strip[index] === reward) continue;
    strip[index] = reward;
    occurrences++;
  }
  return strip;
}

/** Shuffles entries so that no two equal ones are neighbours, unless one of them makes up more than half. */
function shuffleWithoutRepeats<Item>(entries: readonly Item[], random: () => number): Item[] {
  const remaining = new Map<Item, number>();
  for (const entry of entries) remaining.set(entry, (remaining.get(entry) ?? 0) + 1);
  const strip: Item[] = [];
  for (let total = entries.length; total > 0; total--) {
    const next = nextWithoutRepeat(remaining, { previous: strip.at(-1), total }, random);
    remaining.set(next, (remaining.get(next) ?? 0) - 1);
    strip.push(next);
  }
  return strip;
}

type Place<Item> = { readonly previous: Item | undefined; readonly total: number };

/** Draws an entry other than the previous one, weighted by how many remain. One that makes up more than half goes first. */
function nextWithoutRepeat<Item>(
  remaining: ReadonlyMap<Item, number>,
  { previous, total }: Place<Item>,
  random: () => number,
): Item {
  const others = [...remaining].filter(([item, count]) => count > 0 && item !== previous);
  const majority = others.find(([, count]) => count * 2 > total);
  if (majority !== undefined) return majority[0];
  let draw = random() * others.reduce((sum, [, count]) => sum + count, 0);
  for (const [item, count] of others) {
    draw -= count;
    if (draw < 0) return item;
  }
  // Only the previous item is left.
  return others.at(-1)?.[0] ?? (previous as Item);
}

/** Draws entries without equal neighbours, also compared with `previous`, if there is more than one item. */
export function drawWithoutRepeats<Item>(
  items: readonly Item[],
  { count, previous }: { count: number; previous?: Item | undefined },
  random: () => number,
): Item[] {
  const drawn: Item[] = [];
  for (let index = 0; index < count; index++) {
    const before = drawn.at(-1) ?? previous;
    const others = items.filter((item) => item !== before);
    const pool = others.length > 0 ? others : items;
    drawn.push(pool[Math.floor(random() * pool.length)] as Item);
  }
  return drawn;
}

function thirdLastIndexOf<Item>(strip: readonly Item[], reward: Item): number {
  let index = strip.length;
  for (let occurrence = 0; occurrence < OCCURRENCE_FROM_END; occurrence++) index = strip.lastIndexOf(reward, index - 1);
  return index;
}

/**
 * Builds the strip of an opening and finds the index where it stops. Equal items are neighbours only in a case with one item.
 * The outcome is already decided; shuffling until the stop lies in the second half changes only the length of the spin.
 */
export function buildStrip<Item>(
  items: readonly Item[],
  rewardAt: number,
  random: () => number,
): { strip: Item[]; index: number } {
  const reward = items[rewardAt];
  if (reward === undefined) throw new RangeError(`no item at ${rewardAt}`);
  let [strip, index]: [Item[], number] = [[], -1];
  for (let tries = 0; tries < SHUFFLES_MAX; tries++) {
    strip = shuffleWithoutRepeats(repeatItems(items, reward), random);
    index = thirdLastIndexOf(strip, reward);
    if (items.length === 1 || (index >= INDEX_MIN && index <= INDEX_MAX)) break;
  }
  return { strip, index };
}
