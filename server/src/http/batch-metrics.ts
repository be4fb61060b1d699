import type { Metric } from './exposition.ts';

type BatchFigures = { waiting: number; inFlight: number; batches: number; elements: number };

/** Metrics of the batches of one kind of request (`opening`, `bet`) in this process. */
export function batchMetrics(kind: string, figures: () => BatchFigures): Metric[] {
  return [
    {
      name: `karat_${kind}_waiting_requests`,
      help: `Requests (${kind}) that wait for a batch.`,
      type: 'gauge',
      read: () => figures().waiting,
    },
    {
      name: `karat_${kind}_batches_in_flight`,
      help: `Batches (${kind}) that the database is working on.`,
      type: 'gauge',
      read: () => figures().inFlight,
    },
    {
      name: `karat_${kind}_batches_total`,
      help: `Batches (${kind}) so far.`,
      type: 'counter',
      read: () => figures().batches,
    },
    {
      name: `karat_${kind}_batch_requests_total`,
      help: `Requests (${kind}) in all batches so far.`,
      type: 'counter',
      read: () => figures().elements,
    },
  ];
}
