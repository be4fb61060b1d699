import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findChromium } from './chromium.ts';

// Everything a change must pass, in the order that fails soonest.
const ROOT = path.resolve(import.meta.dirname, '..');
const BIN = path.join(ROOT, 'node_modules/.bin');

type Count = { passed: number; failed: number };

function run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', () => resolve(127));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

async function readReport(file: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
}

async function unitTests(folder: string): Promise<Count> {
  const file = path.join(folder, 'unit.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  // Left to itself it would keep one core free, as if somebody were watching.
  const code = await run(path.join(BIN, 'vitest'), ['run', '--maxWorkers=2', ...reporters]);
  const { numPassedTests, numFailedTests } = (await readReport(file)) as Record<string, number>;
  return { passed: numPassedTests ?? 0, failed: (numFailedTests ?? 0) || (code === 0 ? 0 : 1) };
}

async function journeys(folder: string): Promise<Count> {
  const file = path.join(folder, 'e2e.json');
  const env = { CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const code = await run(path.join(BIN, 'playwright'), ['test', '-c', 'e2e', '--reporter=list,json'], env);
  const { stats } = (await readReport(file)) as { stats: { expected: number; unexpected: number; flaky: number } };
  const failed = stats.unexpected + stats.flaky;
  return { passed: stats.expected, failed: failed || (code === 0 ? 0 : 1) };
}

function heading(text: string): void {
  console.log(`\n━━ ${text}`);
}

async function main(): Promise<boolean> {
  const began = performance.now();
  heading('Types, lint, format, import rules, house rules, unused code');
  if ((await run(process.execPath, ['tools/check.ts'])) !== 0) return false;
  const folder = await mkdtemp(path.join(tmpdir(), 'karat-test-'));
  try {
    heading('Rules, store, server and pages');
    const unit = await unitTests(folder);
    if (unit.failed > 0) return false;
    heading('Journeys in a browser');
    const e2e = await journeys(folder);
    console.log(`\n${unit.passed + e2e.passed} passed, ${unit.failed + e2e.failed} failed`);
    console.log(`Everything took ${Math.round((performance.now() - began) / 1000)} s.`);
    return e2e.failed === 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
