import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { lintDocuments, readApiDocuments } from './api-documents.ts';
import { cruiseAll } from './import-rules.ts';
import { unprovenRows } from './spec.ts';
import { untidyPlaces } from './tidy.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const BIN = path.join(ROOT, 'node_modules/.bin');

type Outcome = { readonly name: string; readonly trouble: string; readonly seconds: number };
type Check = { readonly name: string; look(): Promise<string> };

/** What a program printed when it failed; nothing when it passed. */
function output(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => said.push(data));
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code) => resolve(code === 0 ? '' : Buffer.concat(said).toString() || `exit ${code}`));
  });
}

function command(name: string, program: string, ...args: string[]): Check {
  return { name, look: () => output(path.join(BIN, program), args) };
}

const types = ['rules', 'contract', 'art', 'server', 'web', 'e2e', 'tools', 'web/tools', 'web/verifier'].map((name) =>
  command(`types: ${name}`, 'tsc', '-p', name),
);

const checks: readonly Check[] = [
  ...types,
  command('lint', 'oxlint', '--type-aware', '--deny-warnings'),
  command('format', 'oxfmt', '--check', '.'),
  { name: 'import rules', look: async () => (await cruiseAll()).join('\n') },
  { name: 'house rules', look: async () => (await untidyPlaces()).join('\n') },
  { name: 'specification', look: async () => (await unprovenRows()).join('\n') },
  { name: 'API documents', look: async () => (await lintDocuments(await readApiDocuments())).join('\n') },
  command('unused code', 'knip', '--no-progress'),
  { name: 'bundle size', look: () => output(process.execPath, ['web/tools/check-bundle.ts']) },
];

async function lookAt({ name, look }: Check): Promise<Outcome> {
  const began = performance.now();
  const trouble = await look().catch((error: unknown) => String(error));
  return { name, trouble, seconds: (performance.now() - began) / 1000 };
}

const troubles: Outcome[] = [];
const waiting = [...checks];
/** One check after another, as long as there are any; one such row for each core. */
async function lookAtRest(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const outcome = await lookAt(check);
    console.log(`${outcome.trouble === '' ? '✓' : '✗'} ${check.name.padEnd(16)} ${outcome.seconds.toFixed(1)} s`);
    if (outcome.trouble !== '') troubles.push(outcome);
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, lookAtRest));
for (const { name, trouble } of troubles) console.error(`\n── ${name}\n${trouble}`);
if (troubles.length > 0) process.exit(1);
