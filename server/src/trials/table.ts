/** One line of the result table. */
export type Row = {
  readonly trial: string;
  readonly done: string;
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  readonly longestWaitMs: number;
  readonly isPassed: boolean;
};

const numbers = new Intl.NumberFormat('en-US');

const HEADINGS = ['trial', 'what was done', 'acknowledged', 'lost', 'doubled', 'longest wait', 'result'];
const ALIGNED_RIGHT: ReadonlySet<number> = new Set([2, 3, 4, 5]);

function cellsOf({ trial, done, acknowledged, lost, doubled, longestWaitMs, isPassed }: Row): string[] {
  const counts = [acknowledged, lost, doubled].map((count) => numbers.format(count));
  return [trial, done, ...counts, `${(longestWaitMs / 1_000).toFixed(1)} s`, isPassed ? 'passed' : 'FAILED'];
}

/** The lines of the result table. */
export function tableLines(rows: readonly Row[]): string[] {
  const lines = [HEADINGS, ...rows.map(cellsOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines.map((line) =>
    line
      .map((cell, column) =>
        ALIGNED_RIGHT.has(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  );
}
