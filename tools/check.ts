import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { lintDocuments, readApiDocuments } from './api-documents.ts';
import { allBrokenImportRules } from './import-rules.ts';
import { unprovenRows } from './spec.ts';
import { brokenHouseRules } from './house-rules.ts';
import { vocabularyProblems } from './vocabulary.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const BIN = path.join(ROOT, 'node_modules/.bin');

type Result = { readonly name: string; readonly problems: string; readonly seconds: number };
type Check = { readonly name: string; run(): Promise<string> };

/** Output of a program that failed; empty if it passed. */
function output(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => chunks.push(data));
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code) => resolve(code === 0 ? '' : Buffer.concat(chunks).toString() || `exit ${code}`));
  });
}

function command(name: string, program: string, ...args: string[]): Check {
  return { name, run: () => output(path.join(BIN, program), args) };
}

const types = ['rules', 'contract', 'art', 'server', 'web', 'e2e', 'tools', 'web/tools', 'web/verifier'].map((name) =>
  command(`types: ${name}`, 'tsc', '-p', name),
);

const checks: readonly Check[] = [
  ...types,
  command('lint', 'oxlint', '--type-aware', '--deny-warnings'),
  command('format', 'oxfmt', '--check', '.'),
  { name: 'import rules', run: async () => (await allBrokenImportRules()).join('\n') },
  { name: 'house rules', run: async () => (await brokenHouseRules()).join('\n') },
  { name: 'vocabulary', run: async () => vocabularyProblems().join('\n') },
  { name: 'specification', run: async () => (await unprovenRows()).join('\n') },
  { name: 'API documents', run: async () => (await lintDocuments(await readApiDocuments())).join('\n') },
  command('unused code', 'knip', '--no-progress'),
  { name: 'bundle size', run: () => output(process.execPath, ['web/tools/check-bundle.ts']) },
];

async function runCheck({ name, run }: Check): Promise<Result> {
  const startMs = performance.now();
  const problems = await run().catch((error: unknown) => String(error));
  return { name, problems, seconds: (performance.now() - startMs) / 1000 };
}

const failed: Result[] = [];
const waiting = [...checks];
/** Runs waiting checks one after another; started once per core. */
async function runWaiting(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const result = await runCheck(check);
    console.log(`${result.problems === '' ? '✓' : '✗'} ${check.name.padEnd(16)} ${result.seconds.toFixed(1)} s`);
    if (result.problems !== '') failed.push(result);
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));
for (const { name, problems } of failed) console.error(`\n── ${name}\n${problems}`);
if (failed.length > 0) process.exit(1);
