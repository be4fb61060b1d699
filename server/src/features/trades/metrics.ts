import { createCachedReading } from '#cached-reading.ts';
import type { Db } from '#db/db.ts';
import type { Metric, Sample } from '#http/exposition.ts';
import { countFinishedOffers, countOpenOffers } from './metrics-queries.ts';

const FRESH_MS = 5_000;

const OPEN = {
  deposit: ['created', 'sent', 'held', 'credited'],
  withdrawal: ['awaiting_approval', 'created', 'sent', 'delivered'],
} as const;
const FINISHED = ['final', 'reversed', 'declined', 'expired', 'cancelled', 'invalid_items', 'escrow_refused', 'failed'];

type Row = { readonly kind: 'deposit' | 'withdrawal'; readonly state: string };

/** A sample for every state, 0 if it has no offers. */
function samplesOf<Found extends Row>(
  states: Readonly<Record<Row['kind'], readonly string[]>>,
  rows: readonly Found[],
  valueOf: (row: Found) => number,
): Sample[] {
  return (['deposit', 'withdrawal'] as const).flatMap((kind) =>
    states[kind].map((state) => {
      const row = rows.find((each) => each.kind === kind && each.state === state);
      return { value: row === undefined ? 0 : valueOf(row), labels: { kind, state } };
    }),
  );
}

/** Counts of deposits and withdrawals from the database, the same in every process. */
export function tradeMetrics({ sql }: Db): Metric[] {
  const readOpen = createCachedReading(() => countOpenOffers(sql), { freshMs: FRESH_MS });
  const readFinished = createCachedReading(() => countFinishedOffers(sql), { freshMs: FRESH_MS });
  return [
    {
      name: 'karat_trade_offers',
      help: 'Deposits and withdrawals that are not finished, by state.',
      type: 'gauge',
      read: async () => samplesOf(OPEN, await readOpen(), ({ count }) => count),
    },
    {
      name: 'karat_trade_offers_oldest_age_seconds',
      help: 'Age of the oldest unfinished deposit or withdrawal, by state; 0 where there is none.',
      type: 'gauge',
      read: async () => samplesOf(OPEN, await readOpen(), ({ oldestSeconds }) => oldestSeconds),
    },
    {
      name: 'karat_trade_offers_finished_last_day',
      help: 'Deposits and withdrawals that were finished within the last 24 hours, by state.',
      type: 'gauge',
      read: async () =>
        samplesOf({ deposit: FINISHED, withdrawal: FINISHED }, await readFinished(), ({ count }) => count),
    },
  ];
}
