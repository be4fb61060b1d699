import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { audit } from '../server/bench/audit.ts';
import { fleet } from '../server/bench/fleet.ts';
import { type Figure, isReached, quantile } from '../server/bench/figures.ts';
import { frames } from '../server/bench/frames.ts';
import { sessionGet, staticFile } from '../server/bench/http.ts';
import { live } from '../server/bench/live.ts';
import { months } from '../server/bench/months.ts';
import { market } from '../server/bench/market.ts';
import { openings } from '../server/bench/openings.ts';
import { settling } from '../server/bench/settling.ts';
import { sockets } from '../server/bench/sockets.ts';
import { benchAgainst } from './bench-against.ts';

const benches: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  session: sessionGet,
  static: staticFile,
  openings,
  live,
  sockets,
  frames,
  settling,
  market,
  audit,
  months,
  fleet,
};

function targetOf(figure: Figure): string {
  return 'atLeast' in figure ? `at least ${figure.atLeast}` : `at most ${figure.atMost}`;
}

function printFigure(figure: Figure): void {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((at) => quantile(figure.ratios, at).toFixed(2));
  const spread = figure.ratios.length > 1 ? ` (${low}–${high})` : '';
  console.log(`${isReached(figure) ? '✓' : '✗'} ${figure.name}`);
  console.log(`    ${`${middle}${spread}`.padEnd(20)} ${targetOf(figure).padEnd(14)} ${figure.note}`);
}

const { values, positionals: chosen } = parseArgs({
  options: { quick: { type: 'boolean' }, against: { type: 'string' } },
  allowPositionals: true,
});
const unknown = chosen.find((name) => !(name in benches));
if (unknown !== undefined) throw new Error(`There is no bench "${unknown}": ${Object.keys(benches).join(', ')}.`);

async function runBenches(): Promise<void> {
  console.log(`Medians of interleaved pairs, with quartiles, on ${availableParallelism()} cores.\n`);
  let areReached = true;
  for (const [name, measure] of Object.entries(benches)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const figures = await measure();
    figures.forEach(printFigure);
    areReached &&= figures.every(isReached);
  }
  if (!areReached) process.exitCode = 1;
}

await (values.against === undefined ? runBenches() : benchAgainst(values.against, chosen));
