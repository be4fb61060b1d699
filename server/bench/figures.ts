/** One line of the result table: ratios of interleaved pairs, compared with a target. */
export type Figure = {
  readonly name: string;
  readonly ratios: readonly number[];
  readonly note: string;
} & ({ readonly atLeast: number } | { readonly atMost: number });

export function quantile(values: readonly number[], at: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * at)] ?? Number.NaN;
}

export function isReached(figure: Figure): boolean {
  const median = quantile(figure.ratios, 0.5);
  return 'atLeast' in figure ? median >= figure.atLeast : median <= figure.atMost;
}
