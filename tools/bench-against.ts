import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { quantile } from '../server/bench/figures.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '..');
/** Each round runs both commits once, in turn the one or the other first. */
const ROUNDS = 3;
const FIGURE =
  /^[✓✗] (?<name>.+)\n +(?<ratio>[\d.]+)(?: \([\d.–]+\))? +(?<direction>at least|at most) [\d.]+ +(?<note>.*)$/gm;

/** One line of what a bench prints. */
export type PrintedFigure = {
  readonly name: string;
  readonly ratio: number;
  readonly isBetterHigh: boolean;
  readonly note: string;
};

/** Reads what `tools/bench.ts` prints. Every release prints it in this form, so a bench of another commit can be read too. */
export function readFigures(text: string): PrintedFigure[] {
  return [...text.matchAll(FIGURE)].map(({ groups }) => {
    const { name, ratio, direction, note } = groups as Record<'name' | 'ratio' | 'direction' | 'note', string>;
    return { name, ratio: Number(ratio), isBetterHigh: direction === 'at least', note };
  });
}

/** Another commit in a folder of its own, installed and built. */
async function checkOut(ref: string): Promise<{ folder: string; remove: () => Promise<void> }> {
  const parent = await mkdtemp(path.join(tmpdir(), 'karat-against-'));
  const folder = path.join(parent, 'karat');
  await run('git', ['worktree', 'add', '--detach', folder, ref], { cwd: ROOT });
  return {
    folder,
    async remove() {
      await run('git', ['worktree', 'remove', '--force', folder], { cwd: ROOT });
      await rm(parent, { recursive: true, force: true });
    },
  };
}

function show(program: string, args: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ${args.join(' ')} ended with ${code} in ${cwd}.`)),
    );
  });
}

/** Runs the benches of a commit with the Node that it pins. A missed target is no failure here. */
async function measure(folder: string, names: readonly string[]): Promise<PrintedFigure[]> {
  const pinned = path.join(folder, 'node_modules/node/bin/node');
  const args = ['tools/bench.ts', ...names, '--quick'];
  const failed = ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ stdout, stderr });
  const { stdout, stderr } = await run(existsSync(pinned) ? pinned : process.execPath, args, { cwd: folder }).catch(
    failed,
  );
  const figures = readFigures(stdout);
  if (figures.length === 0) throw new Error(`The bench of ${folder} printed no figures:\n${stdout}${stderr}`);
  return figures;
}

/** Prints each figure of both commits, and their ratio; above 1 means that this commit is better. */
function printComparison(here: readonly PrintedFigure[], there: readonly PrintedFigure[]): void {
  for (const name of new Set(here.map((figure) => figure.name))) {
    const [ours, theirs] = [here, there].map((figures) => figures.filter((figure) => figure.name === name));
    if (theirs!.length === 0) continue;
    const { isBetterHigh, note } = ours!.at(-1)!;
    const ratios = ours!.map(({ ratio }, round) => {
      const quotient = ratio / (theirs![round]?.ratio ?? Number.NaN);
      return isBetterHigh ? quotient : 1 / quotient;
    });
    const of = (figures: readonly PrintedFigure[]) =>
      quantile(
        figures.map(({ ratio }) => ratio),
        0.5,
      ).toFixed(2);
    const spread = ratios.toSorted((a, b) => a - b).map((ratio) => ratio.toFixed(2));
    console.log(name);
    console.log(
      `    ${of(theirs!)} → ${of(ours!)}   ${quantile(ratios, 0.5).toFixed(2)} (${spread.join(' ')})   ${note}`,
    );
  }
}

/**
 * Compares this checkout with another commit, in interleaved rounds on the same machine: a ratio to the bare database hides what a
 * newer database or machine gains, a pair of commits does not.
 */
export async function benchAgainst(ref: string, names: readonly string[]): Promise<void> {
  console.log(`Preparing ${ref} …`);
  const other = await checkOut(ref);
  try {
    await show(process.execPath, ['tools/start.mjs', '--prepare'], other.folder);
    const [here, there]: [PrintedFigure[], PrintedFigure[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      console.log(`Round ${round + 1} of ${ROUNDS} …`);
      const measureHere = async () => here.push(...(await measure(ROOT, names)));
      const measureThere = async () => there.push(...(await measure(other.folder, names)));
      const order = round % 2 === 0 ? [measureThere, measureHere] : [measureHere, measureThere];
      for (const each of order) await each();
    }
    console.log(`\nMedians, ${ref} → this checkout, and how much better this checkout is (each round in brackets).\n`);
    printComparison(here, there);
  } finally {
    await other.remove();
  }
}
