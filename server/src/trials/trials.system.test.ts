import { expect, test } from 'vitest';
import { missingPrograms } from './programs.ts';
import { runTrials, TRIALS } from './run-trials.ts';

test.skipIf(missingPrograms().length > 0)(
  'two processes lose and double nothing in any trial, if Redis and HAProxy are installed',
  { timeout: 900_000 },
  async () => {
    const output: string[] = [];
    const print = (line: string): void => void output.push(line);
    const { rows, problems } = await runTrials({ processes: 2, only: [], isQuick: true, seed: 'quick trials', print });
    expect([problems, output]).toEqual([[], expect.anything()]);
    expect(rows.map(({ trial, lost, doubled }) => ({ trial, lost, doubled }))).toEqual(
      Object.values(TRIALS).map(({ name }) => ({ trial: name, lost: 0, doubled: 0 })),
    );
    for (const { trial, acknowledged } of rows) expect([trial, acknowledged]).toEqual([trial, expect.any(Number)]);
  },
);
