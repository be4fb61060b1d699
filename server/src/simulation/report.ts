import type { Books } from '@karat/contract/wallet';
import type { Calendar } from './calendar.ts';
import type { Outages } from './outages.ts';
import type { Results } from './results.ts';

export type Print = (line: string) => void;

const NAME_WIDTH = 40;
const NUMBER_WIDTH = 18;
const BREACHES_SHOWN_MAX = 40;
const numbers = new Intl.NumberFormat('en-US');

function printTable(print: Print, title: string, rows: Iterable<readonly [name: string, count: number]>): void {
  print('');
  print(title);
  for (const [name, count] of rows)
    print(`  ${name.padEnd(NAME_WIDTH)}${numbers.format(count).padStart(NUMBER_WIDTH)}`);
}

const byCount = (counts: ReadonlyMap<string, number>) => [...counts].sort((a, b) => b[1] - a[1]);

/** Prints one line of progress. */
export function printProgress(
  print: Print,
  { calendar, results, players }: { calendar: Calendar; results: Results; players: number },
): void {
  const { day, hour } = calendar.moment();
  const kills = [...results.counts.kills.values()].reduce((sum, count) => sum + count, 0);
  const seconds = (calendar.elapsed() * calendar.dayMs * 7) / 1_000;
  const pace = seconds === 0 ? 0 : Math.round(results.answered() / seconds);
  print(
    `day ${day}, ${String(hour).padStart(2, '0')}:00   ${players} players   ${numbers.format(results.answered())} actions, ${pace}/s   ${kills} kills   ${results.repeats()} repeats   ${results.breachCount()} breaches`,
  );
}

export function printSummary(
  print: Print,
  { results, outages, books }: { results: Results; outages: Outages; books: Books | undefined },
): void {
  printTable(print, 'Actions', byCount(results.counts.done));
  printTable(print, 'Refusals', byCount(results.counts.refused));
  printTable(print, 'Kills', byCount(results.counts.kills));
  print(`  longest outage ${(outages.longestMs() / 1_000).toFixed(1)} s`);
  if (books !== undefined) {
    const kinds = books.totals.map(({ kind, total }) => [kind, total] as const);
    const accounts = books.accounts.map(({ name, total }) => [`  ${name}`, total] as const);
    printTable(print, 'Books', [...kinds, ...accounts, ['sum', books.sum]]);
  }
  if (results.breachCount() === 0) return;
  print('');
  print(`${results.breachCount()} breaches`);
  for (const breach of results.breaches.slice(0, BREACHES_SHOWN_MAX)) print(`  ✗ ${breach}`);
  if (results.breachCount() > BREACHES_SHOWN_MAX) print(`  and ${results.breachCount() - BREACHES_SHOWN_MAX} more`);
}
