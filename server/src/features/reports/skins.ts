import type { Sql } from '#db/db.ts';
import { dayBefore, type DayRange, daysOf, today } from './day-range.ts';
import { selectClosing } from './queries.ts';
import { selectHeldSkins, selectSkinDays, type SkinDay, type SkinValue, sumWithdrawn } from './skin-queries.ts';

/** Each open day costs a reading of all skins. Usually two days are open. */
const OPEN_DAYS_MAX = 4;

async function sumSkins(sql: Sql, day: string): Promise<SkinValue> {
  const held = await selectHeldSkins(sql, day);
  const sumOf = (kind: keyof SkinValue) => held.reduce((sum, item) => sum + item[kind] * item.price, 0);
  return { people: sumOf('people'), sandbox: sumOf('sandbox') };
}

/** What is stored when a day is closed: its end and, with the first, the end of the day before. */
export async function readSkinsToStore(sql: Sql, day: string): Promise<SkinDay[]> {
  const before = dayBefore(day);
  const isFirst = (await selectSkinDays(sql, { from: before, to: before })).length === 0;
  const rows: SkinDay[] = [];
  for (const each of isFirst ? [before, day] : [day]) rows.push({ day: each, ...(await sumSkins(sql, each)) });
  return rows;
}

type SkinDays = {
  readonly stored: ReadonlyMap<string, SkinValue>;
  /** Days whose value has to be read. */
  readonly open: readonly string[];
  /** The day whose end has the value of another: before the first day nothing changed, and after today nothing is known. */
  readonly sameAs: (day: string) => string;
};

async function findSkinDays(sql: Sql, days: readonly string[]): Promise<SkinDays> {
  const { first, closedTo } = await selectClosing(sql);
  const last = today();
  const beforeFirst = first === null ? last : dayBefore(first);
  const sameAs = (day: string): string => (day < beforeFirst ? beforeFirst : day > last ? last : day);
  const range = { from: sameAs(days[0]!), to: sameAs(days.at(-1)!) };
  const stored = new Map<string, SkinValue>((await selectSkinDays(sql, range)).map((row) => [row.day, row]));
  const open = daysOf(range).filter((day) => !stored.has(day) && (closedTo === null || day > closedTo));
  return { stored, open: open.slice(-OPEN_DAYS_MAX), sameAs };
}

const daysWithStart = (range: DayRange): string[] => [dayBefore(range.from), ...daysOf(range)];

/** Whether the values at the start and the ends of all days are known. Days that an earlier version closed have none. */
export async function areSkinsKnown(sql: Sql, range: DayRange): Promise<boolean> {
  const days = daysWithStart(range);
  const { stored, open, sameAs } = await findSkinDays(sql, days);
  return days.map(sameAs).every((day) => stored.has(day) || open.includes(day));
}

/** The values at the ends of days, as far as they are known. */
async function readSkinDays(sql: Sql, days: readonly string[]): Promise<Map<string, SkinValue>> {
  const { stored, open, sameAs } = await findSkinDays(sql, days);
  const values = new Map(stored);
  for (const day of open) values.set(day, await sumSkins(sql, day));
  return new Map(
    days.flatMap((day) => {
      const value = values.get(sameAs(day));
      return value === undefined ? [] : [[day, value] as const];
    }),
  );
}

/** What the house gained on a day by skins: players held less of them, withdrawn ones not counted. Null if it is not known. */
export type SkinGain = { readonly people: number | null; readonly sandbox: number | null };

/** The gains of each day, and the value of what was withdrawn. */
export async function readSkinGains(
  sql: Sql,
  range: DayRange,
): Promise<Map<string, { readonly gain: SkinGain; readonly withdrawn: SkinValue }>> {
  const values = await readSkinDays(sql, daysWithStart(range));
  const withdrawals = await sumWithdrawn(sql, range);
  const withdrawnOf = (day: string, isSandbox: boolean): number =>
    withdrawals.find((row) => row.day === day && row.isSandbox === isSandbox)?.amount ?? 0;
  return new Map(
    daysOf(range).map((day) => {
      const [start, end] = [values.get(dayBefore(day)), values.get(day)];
      const withdrawn = { people: withdrawnOf(day, false), sandbox: withdrawnOf(day, true) };
      const gainOf = (kind: keyof SkinValue): number | null =>
        start === undefined || end === undefined ? null : start[kind] - end[kind] - withdrawn[kind];
      return [day, { gain: { people: gainOf('people'), sandbox: gainOf('sandbox') }, withdrawn }];
    }),
  );
}
