import type { SalesDay } from '@karat/contract/market';

const DAY_MS = 86_400_000;
/** A chart of fewer days shows chance rather than the price. */
const DAYS_MIN = 30;

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

export type ChartDay = { readonly day: string; readonly sales: SalesDay | undefined };

/** Every day from the first sale to today, also those without a sale, so that time runs evenly. */
export function chartDays(history: readonly SalesDay[], today: string): ChartDay[] {
  const known = new Map(history.map((each) => [each.day, each]));
  const last = Date.parse(today);
  const first = Math.min(last - (DAYS_MIN - 1) * DAY_MS, ...history.map(({ day }) => Date.parse(day)));
  const count = Math.round((last - first) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) => {
    const day = dayOf(first + index * DAY_MS);
    return { day, sales: known.get(day) };
  });
}

/** Round ticks for an axis that holds all prices, lowest first. It need not start at 0, because it shows how prices move. */
export function priceAxis(history: readonly SalesDay[], stepsMax: number): number[] {
  const low = Math.min(...history.map((each) => each.low));
  const high = Math.max(...history.map((each) => each.high));
  const minStep = Math.max(1, (high - low) / stepsMax);
  const power = 10 ** Math.floor(Math.log10(minStep));
  const step = [1, 2, 5, 10].find((each) => each * power >= minStep)! * power;
  // Keeps prices off the edges.
  const first = Math.max(0, Math.ceil(low / step) - 1);
  const last = Math.floor(high / step) + 1;
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** The days labelled below the axis: always the last one, and as many before it as fit. */
export function namedDays(count: number, room: number): number[] {
  const every = [1, 2, 5, 7, 10, 15, 30].find((each) => Math.ceil(count / each) <= Math.max(1, room)) ?? count;
  return Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % every === 0);
}

const names = { en: 'en-US', tr: 'tr-TR' } as const;

/** A calendar day of the server, the same in every time zone: 03 Mar. */
export function dayName(day: string, locale: keyof typeof names): string {
  const month = new Intl.DateTimeFormat(names[locale], { month: 'short', timeZone: 'UTC' });
  return `${day.slice(8)} ${month.format(Date.parse(day))}`;
}
