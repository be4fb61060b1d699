import { availableParallelism } from 'node:os';
import { sessionGet, staticFile } from '../server/bench/http.ts';
import type { Ratio } from '../server/bench/measure.ts';

type Bench = { readonly name: string; readonly atLeast: number; measure(): Promise<Ratio> };

const benches: readonly Bench[] = [
  { name: 'GET with a session: the site / bare node:http', atLeast: 0.85, measure: sessionGet },
  { name: 'static file of 100 KB: the site / @fastify/static', atLeast: 2.5, measure: staticFile },
];

function quantile(values: readonly number[], at: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * at)] ?? Number.NaN;
}

function figures(values: readonly number[]): string {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((at) => quantile(values, at).toFixed(2));
  return `${middle} (${low}–${high})`;
}

function tell({ name, atLeast }: Bench, { speed, cpu, runs, dropped }: Ratio): boolean {
  const isReached = quantile(cpu, 0.5) >= atLeast;
  const [ours, theirs] = [0, 1].map((side) => runs.map((pair) => pair[side]!.perSecond));
  console.log(`${isReached ? '✓' : '✗'} ${name}`);
  console.log(`    by processor time  ${figures(cpu)}   at least ${atLeast}, the gate`);
  console.log(`    by throughput      ${figures(speed)}`);
  console.log(
    `    ${Math.round(quantile(ours!, 0.5))} against ${Math.round(quantile(theirs!, 0.5))} requests a second`,
  );
  console.log(`    ${runs.length} pairs, ${dropped} dropped because others used the machine\n`);
  return isReached;
}

console.log(`Ratios, medians of interleaved pairs with quartiles, on ${availableParallelism()} cores.\n`);
const chosen = process.argv[2];
let areReached = true;
for (const bench of benches.filter(({ name }) => chosen === undefined || name.includes(chosen))) {
  areReached = tell(bench, await bench.measure()) && areReached;
}
if (!areReached) process.exitCode = 1;
