import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { missingPrograms } from './programs.ts';
import { runTrials, TRIALS, type TrialOptions } from './run-trials.ts';
import { tableLines } from './table.ts';

const USAGE =
  `Usage: npm run fleet [-- [--quick] [--processes 3] [--only ${Object.keys(TRIALS).join(',')}] [--seed 7] [--postgres /usr/lib/postgresql/17/bin]]\n` +
  'Rehearses failures of a site with several processes, in a temporary folder; exits with 1 on any loss.';
const SEED_END = 1_000_000;
const PROCESSES = { fallback: '3', min: 2, max: 16 };

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function processesOf(text: string): number {
  const value = Number(text);
  const { min, max } = PROCESSES;
  if (!Number.isInteger(value) || value < min || value > max)
    throw new Error(`--processes must be a whole number from ${min} to ${max}, not ${text}.`);
  return value;
}

function trialsOf(text: string): string[] {
  const names = text.split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !(name in TRIALS));
  if (unknown !== undefined) throw new Error(`There is no trial ${unknown}: ${Object.keys(TRIALS).join(', ')}.`);
  return names;
}

function programsOf(folder: string | undefined): string | undefined {
  if (folder !== undefined && !existsSync(path.join(folder, 'initdb')))
    throw new Error(`${folder} does not contain PostgreSQL's programs.`);
  return folder;
}

function readOptions(args: readonly string[]): Omit<TrialOptions, 'print'> {
  const text = { type: 'string' } as const;
  const options = { processes: text, only: text, seed: text, postgres: text, quick: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args: [...args], options });
  return {
    processes: processesOf(values.processes ?? PROCESSES.fallback),
    only: trialsOf(values.only ?? ''),
    isQuick: values.quick === true,
    seed: values.seed ?? String(randomInt(SEED_END)),
    postgresPrograms: programsOf(values.postgres),
  };
}

function stopWith(message: string): never {
  print(message);
  process.exit(1);
}

async function main(): Promise<boolean> {
  let options: Omit<TrialOptions, 'print'>;
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    stopWith(`${(error as Error).message}\n${USAGE}`);
  }
  const missing = missingPrograms();
  if (missing.length > 0) stopWith(`The trials need ${missing.join(' and ')}: install them and try again.`);
  const { rows, problems, audit, folder } = await runTrials({ ...options, print });
  ['', ...tableLines(rows), '', audit].forEach(print);
  if (problems.length > 0)
    print(`${problems.length} problems. Seed ${options.seed}. The data and the logs are in ${folder}.`);
  return problems.length === 0;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
process.exit((await main()) ? 0 : 1);
