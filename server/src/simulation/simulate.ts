import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { liveAWeek } from './life.ts';

const USAGE =
  'Usage: npm run simulate [-- --seed 7] [--players 200] [--minutes 10] [--kills 14] [--port 5350]\n' +
  'A week of simulated life with random kills, in a folder of its own; exit 1 on any breach.';
/** Two a day. */
const KILLS = 14;
const SEED_END = 1_000_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function numberOf(text: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text);
  if (!(value >= min && value <= max)) throw new Error(`${text} is not from ${min} to ${max}.`);
  return value;
}

function wishOf(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { seed: text, players: text, minutes: text, kills: text, port: text };
  const { values } = parseArgs({ args: [...args], options });
  const minutes = numberOf(values.minutes ?? '10', { min: 0.1, max: 24 * 60 });
  return {
    seed: values.seed ?? String(randomInt(SEED_END)),
    players: Math.round(numberOf(values.players ?? '200', { min: 1, max: 5_000 })),
    minutes,
    kills: Math.round(numberOf(values.kills ?? String(KILLS), { min: 0, max: 10_000 })),
    firstPort: Math.round(numberOf(values.port ?? '5350', { min: 1_024, max: 65_000 })),
  };
}

async function main(): Promise<void> {
  let wish: ReturnType<typeof wishOf>;
  try {
    wish = wishOf(process.argv.slice(2));
  } catch (error) {
    say(`${(error as Error).message}\n${USAGE}`);
    process.exitCode = 1;
    return;
  }
  const { seed, players, minutes, kills } = wish;
  const again = `npm run simulate -- --seed ${seed} --players ${players} --minutes ${minutes} --kills ${kills}`;
  say(`A week of ${players} players in ${minutes} minutes with ${kills} kills. Seed ${seed}.`);
  const { tally, dataDir } = await liveAWeek({ ...wish, say });
  say('');
  if (tally.breachCount() === 0) say(`A clean week. Seed ${seed}.`);
  else
    say(`Seed ${seed}. What there was is kept in ${dataDir}, with the log of the site in site.log.\nAgain: ${again}`);
  // A week that was broken off may have left people who still wait for an answer.
  process.exit(tally.breachCount() === 0 ? 0 : 1);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
await main();
