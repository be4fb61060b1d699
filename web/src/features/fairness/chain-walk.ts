import { linkAfter } from '@karat/rules/fairness';

/** The longest time for which the page may block. */
const SLICE_MS = 12;
/** Number of hashes between two looks at the clock. */
const STRIDE = 64;

export type WalkProgress = { readonly signal?: AbortSignal; readonly onProgress?: (steps: number) => void };
type ChainWalk = { readonly link: string; readonly steps: number };

/** The link after `steps` hashes, yielding to the page in between. */
export async function walkChain(
  { link, steps }: ChainWalk,
  { signal, onProgress }: WalkProgress = {},
): Promise<string> {
  let [current, done, sliceEnd] = [link, 0, performance.now() + SLICE_MS];
  while (done < steps) {
    const stride = Math.min(STRIDE, steps - done);
    current = linkAfter(current, stride);
    done += stride;
    if (performance.now() < sliceEnd) continue;
    onProgress?.(done);
    await new Promise((resume) => setTimeout(resume));
    signal?.throwIfAborted();
    sliceEnd = performance.now() + SLICE_MS;
  }
  return current;
}

export type Chained = { readonly hash: string; readonly seed: string | null; readonly k: number };

/** The distance from a round to the published end: from its seed, or from its hash while the seed is secret. */
export function walkToEnd({ hash, seed, k }: Chained): ChainWalk {
  return seed === null ? { link: hash, steps: k - 1 } : { link: seed, steps: k };
}

/** The numbers of rounds that do not lead to the round before them, or for the first one to the published end. */
export async function brokenLinks(
  terminal: string,
  rounds: readonly Chained[],
  progress?: WalkProgress,
): Promise<number[]> {
  const ways = rounds.map((round) => ({ k: round.k, ...walkToEnd(round) }));
  const broken: number[] = [];
  let [known, knownAt] = [terminal, 0];
  for (const { k, link, steps } of ways.toSorted((a, b) => a.steps - b.steps)) {
    if ((await walkChain({ link, steps: steps - knownAt }, progress)) !== known) broken.push(k);
    else [known, knownAt] = [link, steps];
  }
  return broken;
}
