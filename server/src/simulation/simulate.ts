import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { simulateWeek } from './week.ts';

const USAGE =
  'Usage: npm run simulate [-- --seed 7] [--players 200] [--minutes 10] [--kills 14] [--port 5350]\n' +
  'Simulates a week of players with random kills, in a temporary folder; exits with 1 on any breach.';
/** Two per day. */
const KILLS = 14;
const SEED_END = 1_000_000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function numberOf(text: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text);
  if (!(value >= min && value <= max)) throw new Error(`${text} is not between ${min} and ${max}.`);
  return value;
}

function readOptions(args: readonly string[]) {
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
  let options: ReturnType<typeof readOptions>;
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    print(`${(error as Error).message}\n${USAGE}`);
    process.exitCode = 1;
    return;
  }
  const { seed, players, minutes, kills } = options;
  const again = `npm run simulate -- --seed ${seed} --players ${players} --minutes ${minutes} --kills ${kills}`;
  print(`Simulating a week: ${players} players, ${minutes} minutes, ${kills} kills, seed ${seed}.`);
  const { results, dataDir } = await simulateWeek({ ...options, print });
  print('');
  if (results.breachCount() === 0) print(`No breaches. Seed ${seed}.`);
  else print(`Seed ${seed}. The data is kept in ${dataDir}, with the site's log in site.log.\nTo repeat: ${again}`);
  // After an aborted week, some calls may still wait for a response.
  process.exit(results.breachCount() === 0 ? 0 : 1);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
await main();
