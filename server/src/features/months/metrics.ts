import type { Db } from '#db/db.ts';
import { selectPreparedUntil } from '#db/months.ts';
import type { Metric } from '#http/exposition.ts';

/** Read from the database: the same in every process. */
export function monthMetrics({ sql }: Db): Metric[] {
  return [
    {
      name: 'karat_months_prepared_until_timestamp_seconds',
      help: 'Until when a table has months. A row after them is refused.',
      type: 'gauge',
      read: async () =>
        (await selectPreparedUntil(sql)).map(({ table, until }) => ({ value: until, labels: { table } })),
    },
  ];
}
