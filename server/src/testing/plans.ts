import type { Db, Sql } from '#db/db.ts';

/** Reads nothing, and records the plan of each statement. */
export function planner(db: Pick<Db, 'sql'>, plans: string[]): Sql {
  return async (strings, ...values) => {
    const [first, ...rest] = strings;
    const explainStrings = Object.assign([`explain ${first}`, ...rest], { raw: strings.raw });
    const lines = await db.sql<Record<'QUERY PLAN', string>>(explainStrings, ...values);
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
    return [];
  };
}
