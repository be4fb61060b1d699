import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { findChromium } from './chromium.ts';
import { type Report, playwrightReport, slowest, vitestReport } from './test-reports.ts';

// `npm test` runs the tests that a change usually breaks; with --all (`npm run test:all`) all of them.
const ROOT = path.resolve(import.meta.dirname, '..');
const BIN = path.join(ROOT, 'node_modules/.bin');
const IS_ALL = process.argv.includes('--all');
const SLOWEST_SHOWN = 20;
const MESSAGE_LINES = 20;

type Stage = { readonly heading: string; run(folder: string): Promise<Report> };

function run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', () => resolve(127));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** Reads a report. A program that failed without a failed test counts as one failure. */
async function readReport(file: string, code: number, parse: (json: unknown) => Report): Promise<Report> {
  const report = parse(JSON.parse(await readFile(file, 'utf8')));
  return code === 0 || report.failed > 0 ? report : { ...report, failed: 1 };
}

async function staticChecks(): Promise<Report> {
  const code = await run(process.execPath, ['tools/check.ts']);
  return { passed: 0, failed: code === 0 ? 0 : 1, failures: [], durations: [] };
}

/** One worker more than cores, because many tests wait for timers or for the database. */
const WORKERS = availableParallelism() + 1;

async function vitest(folder: string, name: string, project: string): Promise<Report> {
  const file = path.join(folder, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const args = ['run', `--maxWorkers=${WORKERS}`, `--project=${project}`, ...reporters];
  const code = await run(path.join(BIN, 'vitest'), args);
  return readReport(file, code, vitestReport);
}

async function journeys(folder: string): Promise<Report> {
  const file = path.join(folder, 'e2e.json');
  const chromium = findChromium();
  console.log(`Browser: ${chromium}`);
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const which = IS_ALL ? [] : ['--grep', '@core'];
  const args = ['test', '-c', 'e2e', '--reporter=list,json', ...which];
  const code = await run(path.join(BIN, 'playwright'), args, env);
  return readReport(file, code, playwrightReport);
}

const STAGES: readonly Stage[] = [
  { heading: 'Types, lint, format, import rules, house rules, unused code', run: staticChecks },
  {
    heading: 'Rules, database, server and pages',
    run: (folder) => vitest(folder, 'unit', '!*system'),
  },
  ...(IS_ALL
    ? [
        {
          heading: 'System tests',
          run: (folder: string) => vitest(folder, 'system', '*system'),
        },
      ]
    : []),
  { heading: IS_ALL ? 'Journeys in a browser' : 'Core journeys in a browser', run: journeys },
];

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

async function main(): Promise<boolean> {
  const startMs = performance.now();
  const folder = await mkdtemp(path.join(tmpdir(), 'karat-test-'));
  const reports: Report[] = [];
  const durations: string[] = [];
  try {
    for (const { heading, run: runStage } of STAGES) {
      console.log(`\n━━ ${heading}`);
      const stageStartMs = performance.now();
      const report = await runStage(folder);
      reports.push(report);
      durations.push(`${seconds(performance.now() - stageStartMs).padStart(8)}  ${heading}`);
      // The short run stops at the first failed stage; the long one, for CI, runs all.
      if (report.failed > 0 && !IS_ALL) break;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`\n━━ The ${SLOWEST_SHOWN} slowest tests`);
  for (const { name, ms } of slowest(reports, SLOWEST_SHOWN)) console.log(`${seconds(ms).padStart(8)}  ${name}`);
  const [passed, failed] = (['passed', 'failed'] as const).map((key) =>
    reports.reduce((sum, report) => sum + report[key], 0),
  );
  const failures = reports.flatMap((report) => report.failures);
  if (failures.length > 0) console.log('\n━━ Failed');
  for (const { name, message } of failures) {
    console.log(`${name}\n    ${message.split('\n').slice(0, MESSAGE_LINES).join('\n    ')}`);
  }
  console.log(`\n${durations.join('\n')}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  console.log(`Total time: ${seconds(performance.now() - startMs)}`);
  return failed === 0;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
