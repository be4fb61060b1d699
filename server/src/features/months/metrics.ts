import type { Db } from '#db/db.ts';
import { selectPreparedSeconds } from '#db/months.ts';
import type { Metric } from '#http/exposition.ts';

/** Read from the database: the same in every process. */
export function monthMetrics({ sql }: Db): Metric[] {
  return [
    {
      name: 'karat_months_prepared_seconds',
      help: 'For how long from now on a table has months. A row after them is refused.',
      type: 'gauge',
      read: async () =>
        (await selectPreparedSeconds(sql)).map(({ table, seconds }) => ({ value: seconds, labels: { table } })),
    },
  ];
}
