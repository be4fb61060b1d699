import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { BUCKETS_SECONDS, type Metric, renderMetric } from './exposition.ts';

const LAG_EVERY_MS = 50;

/** The library counts CPU time from its own start and clears the lag at each scrape, so both are replaced here. */
const REPLACED = /^(?:process_cpu_|nodejs_eventloop_lag_)/;

const cpuMetric: Metric = {
  name: 'process_cpu_seconds_total',
  help: 'Total user and system CPU time spent in seconds.',
  type: 'counter',
  read() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  },
};

/** Measures how late timers fire. As a histogram, so that several scrapers read the same values. */
function watchLag(registry: Registry): void {
  const lag = new Histogram({
    name: 'karat_event_loop_lag_seconds',
    help: 'How late timers fire: the time that the event loop was busy with something else.',
    buckets: [...BUCKETS_SECONDS],
    registers: [registry],
  });
  let dueMs = performance.now() + LAG_EVERY_MS;
  setInterval(() => {
    const nowMs = performance.now();
    lag.observe(Math.max(0, nowMs - dueMs) / 1000);
    dueMs = nowMs + LAG_EVERY_MS;
  }, LAG_EVERY_MS).unref();
}

export type ProcessMetrics = { readonly contentType: string; text(): Promise<string> };

function startProcessMetrics(): ProcessMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray()) if (REPLACED.test(name)) registry.removeSingleMetric(name);
  watchLag(registry);
  return {
    contentType: registry.contentType,
    text: async () => `${await registry.metrics()}\n${await renderMetric(cpuMetric)}`,
  };
}

let started: ProcessMetrics | undefined;

/** The metrics of this process, measured from the first call on. Sites that share a process share them. */
export function processMetrics(): ProcessMetrics {
  return (started ??= startProcessMetrics());
}
