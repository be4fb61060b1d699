// Tests whether observed draws match the published odds. The server's odds page, the browser's "recompute" and the stand-alone verifier
// all use this module.
import { type Drop, dropsOfCanon, TICKETS_TOTAL } from './fairness.ts';
import { sha256Hex } from './sha256.ts';

/** With fewer openings there is no verdict. */
export const VERDICT_OPENINGS_MIN = 1_000;

/** Below this probability chance is no explanation, even with many cases checked every day. */
export const DOUBTFUL_P = 1e-6;

/** A chi-square test needs about this many expected events in every cell. */
const CELL_EXPECTED_MIN = 5;

/** Lanczos approximation, g = 7, n = 9: fifteen digits for every argument above one half. */
const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
] as const;

function logGamma(x: number): number {
  const shifted = x - 1;
  const series = LANCZOS.reduce((sum, term, index) => sum + term / (shifted + index + 1), 0.9999999999998099);
  const base = shifted + 7.5;
  return Math.log(Math.sqrt(2 * Math.PI) * series) + (shifted + 0.5) * Math.log(base) - base;
}

const PRECISION = 1e-15;

/** The lower incomplete gamma function by its series, which converges fast left of the peak. */
function gammaSeries(a: number, x: number): number {
  let [term, sum] = [1 / a, 1 / a];
  for (let n = 1; term > sum * PRECISION; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

/** The upper incomplete gamma function by Lentz's continued fraction, which converges fast right of the peak. */
function gammaFraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = Number.MAX_VALUE;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1, change = 0; Math.abs(change - 1) > PRECISION; n++) {
    const an = -n * (n - a);
    b += 2;
    d = 1 / (an * d + b);
    c = b + an / c;
    change = d * c;
    fraction *= change;
  }
  return fraction;
}

/** The probability that a chi-square value with these degrees of freedom is at least this large. */
export function chiSquareTail(chiSquare: number, degrees: number): number {
  if (chiSquare <= 0 || degrees <= 0) return 1;
  const [a, x] = [degrees / 2, chiSquare / 2];
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a));
  // Rounding may leave the result slightly outside of 0 to 1.
  return x < a + 1 ? Math.max(0, 1 - scale * gammaSeries(a, x)) : Math.min(1, scale * gammaFraction(a, x));
}

export type ChiSquareTest = { readonly chiSquare: number; readonly degrees: number; readonly p: number };

type Cell = { readonly observed: number; readonly expected: number };

const sumCells = (cells: readonly Cell[]): Cell => ({
  observed: cells.reduce((sum, cell) => sum + cell.observed, 0),
  expected: cells.reduce((sum, cell) => sum + cell.expected, 0),
});

/** Pools cells that are too small; if the pool is still too small, merges the smallest other cell into it. */
function poolSmallCells(cells: readonly Cell[]): Cell[] {
  const large = cells.filter(({ expected }) => expected >= CELL_EXPECTED_MIN);
  const pool = sumCells(cells.filter(({ expected }) => expected < CELL_EXPECTED_MIN));
  if (pool.expected >= CELL_EXPECTED_MIN || large.length === 0) return [...large, pool];
  const [smallest, ...rest] = large.toSorted((a, b) => a.expected - b.expected);
  return [...rest, sumCells([smallest!, pool])];
}

/** Runs Pearson's chi-squared test of counts against their expectations; cells with less than five expected are pooled. */
export function chiSquareTest(observed: readonly number[], expected: readonly number[]): ChiSquareTest {
  if (observed.length !== expected.length) throw new RangeError('counts and expectations differ in length');
  const cells = observed.map((count, index) => ({ observed: count, expected: expected[index]! }));
  const pooledCells = poolSmallCells(cells);
  const degrees = pooledCells.length - 1;
  // An impossible event happened. Pooling would hide it, and no chi-square value is large enough for it.
  if (cells.some((cell) => cell.expected === 0 && cell.observed > 0)) {
    return { chiSquare: Number.MAX_VALUE, degrees, p: 0 };
  }
  const chiSquare = pooledCells.reduce(
    (sum, cell) => (cell.expected === 0 ? sum : sum + (cell.observed - cell.expected) ** 2 / cell.expected),
    0,
  );
  return { chiSquare, degrees, p: chiSquareTail(chiSquare, degrees) };
}

export type OddsVerdict = 'too_few' | 'fits' | 'doubtful';

/** The verdict on a case after so many openings. */
export function oddsVerdict({ openings, p }: { readonly openings: number; readonly p: number }): OddsVerdict {
  if (openings < VERDICT_OPENINGS_MIN) return 'too_few';
  return p < DOUBTFUL_P ? 'doubtful' : 'fits';
}

export type ItemOdds = {
  readonly itemId: number;
  readonly tickets: number;
  readonly expected: number;
  readonly observed: number;
};

/** Published and observed drops of one version of a case. */
export type CaseOdds = {
  readonly openings: number;
  /** In the order of the canon, followed by items that were won without being offered, with 0 tickets. */
  readonly items: readonly ItemOdds[];
  /** Null if there are too few openings. */
  readonly test: ChiSquareTest | null;
  readonly verdict: OddsVerdict;
};

/** The odds table from the number of wins of each item. */
export function oddsOfCounts(drops: readonly Drop[], wins: ReadonlyMap<number, number>): CaseOdds {
  const openings = [...wins.values()].reduce((sum, count) => sum + count, 0);
  const offered = new Set(drops.map(([itemId]) => itemId));
  const unofferedItems = [...wins.keys()].filter((itemId) => !offered.has(itemId)).map((itemId): Drop => [itemId, 0]);
  const items = [...drops, ...unofferedItems].map(([itemId, tickets]) => ({
    itemId,
    tickets,
    expected: (openings * tickets) / TICKETS_TOTAL,
    observed: wins.get(itemId) ?? 0,
  }));
  const test = chiSquareTest(
    items.map(({ observed }) => observed),
    items.map(({ expected }) => expected),
  );
  const verdict = oddsVerdict({ openings, p: test.p });
  return { openings, items, test: verdict === 'too_few' ? null : test, verdict };
}

/** The odds table of a case version from rows of rolls. Rolls of other versions are ignored. */
export function oddsOfRolls(
  canon: string,
  rolls: Iterable<{ readonly caseHash: string; readonly itemId: number }>,
): CaseOdds {
  const hash = sha256Hex(canon);
  const wins = new Map<number, number>();
  for (const { caseHash, itemId } of rolls) {
    if (caseHash === hash) wins.set(itemId, (wins.get(itemId) ?? 0) + 1);
  }
  return oddsOfCounts(dropsOfCanon(canon), wins);
}
