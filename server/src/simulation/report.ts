import type { Books } from '@karat/contract/wallet';
import type { Calendar } from './calendar.ts';
import type { Outages } from './outages.ts';
import type { Tally } from './tally.ts';

export type Say = (line: string) => void;

const NAME_WIDTH = 40;
const NUMBER_WIDTH = 18;
const BREACHES_SHOWN_MAX = 40;
const numbers = new Intl.NumberFormat('en-US');

function tell(say: Say, title: string, rows: Iterable<readonly [name: string, count: number]>): void {
  say('');
  say(title);
  for (const [name, count] of rows) say(`  ${name.padEnd(NAME_WIDTH)}${numbers.format(count).padStart(NUMBER_WIDTH)}`);
}

const byCount = (counts: ReadonlyMap<string, number>) => [...counts].sort((one, other) => other[1] - one[1]);

/** A line now and then, so that one sees the days go by. */
export function tellProgress(
  say: Say,
  { calendar, tally, players }: { calendar: Calendar; tally: Tally; players: number },
): void {
  const { day, hour } = calendar.moment();
  const kills = [...tally.counts.kills.values()].reduce((sum, count) => sum + count, 0);
  const seconds = (calendar.gone() * calendar.dayMs * 7) / 1_000;
  const pace = seconds === 0 ? 0 : Math.round(tally.answered() / seconds);
  say(
    `day ${day}, ${String(hour).padStart(2, '0')}:00   ${players} players   ${numbers.format(tally.answered())} actions, ${pace}/s   ${kills} kills   ${tally.repeats()} repeats   ${tally.breachCount()} breaches`,
  );
}

export function tellAll(
  say: Say,
  { tally, outages, books }: { tally: Tally; outages: Outages; books: Books | undefined },
): void {
  tell(say, 'Actions', byCount(tally.counts.done));
  tell(say, 'Refusals', byCount(tally.counts.refused));
  tell(say, 'Kills', byCount(tally.counts.kills));
  say(`  longest outage ${(outages.longestMs() / 1_000).toFixed(1)} s`);
  if (books !== undefined) {
    const kinds = books.totals.map(({ kind, total }) => [kind, total] as const);
    const accounts = books.accounts.map(({ name, total }) => [`  ${name}`, total] as const);
    tell(say, 'Books', [...kinds, ...accounts, ['sum', books.sum]]);
  }
  if (tally.breachCount() === 0) return;
  say('');
  say(`${tally.breachCount()} breaches`);
  for (const breach of tally.breaches.slice(0, BREACHES_SHOWN_MAX)) say(`  ✗ ${breach}`);
  if (tally.breachCount() > BREACHES_SHOWN_MAX) say(`  and ${tally.breachCount() - BREACHES_SHOWN_MAX} more`);
}
