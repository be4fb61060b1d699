import { Histogram, Registry } from 'prom-client';
import { BUCKETS_SECONDS } from './exposition.ts';

type Route = { readonly method: string; readonly route: string };

export type CallTimes = {
  /** Returns the function that records the calls of one route. */
  of(route: Route): (status: number, elapsedMs: number) => void;
  /** Everything recorded, as Prometheus reads it. */
  text(): Promise<string>;
};

/** Response times of calls, by route and status. */
export function createCallTimes(): CallTimes {
  const registry = new Registry();
  const times = new Histogram({
    name: 'karat_http_request_duration_seconds',
    help: 'Time to answer a call of the API.',
    labelNames: ['method', 'route', 'status'],
    buckets: [...BUCKETS_SECONDS],
    registers: [registry],
  });

  return {
    of(route) {
      const byStatus = new Map<number, Histogram.Internal<'method' | 'route' | 'status'>>();
      return (status, elapsedMs) => {
        let counter = byStatus.get(status);
        if (counter === undefined) byStatus.set(status, (counter = times.labels({ ...route, status: String(status) })));
        counter.observe(elapsedMs / 1000);
      };
    },
    text: async () => `${await registry.metrics()}\n`,
  };
}
