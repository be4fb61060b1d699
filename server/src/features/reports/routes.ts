import * as contract from '@karat/contract/reports';
import type { FastifyInstance } from 'fastify';
import { createCachedReading } from '#cached-reading.ts';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { readAlerts } from './alerts.ts';
import { ledgerMetrics, oddsMetric } from './metrics.ts';
import { mountReportCsv } from './report-csv.ts';
import { readReport, readReturns } from './reports.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';

/** Each report holds a connection of its own, so few run at once. */
const READINGS = { concurrentMax: 2, waitingMax: 20 };

/** However slow a report is, computing it takes at most one part in `restFactor` of the time. */
const CACHE = { freshMs: 5_000, restFactor: 20 };
const RANGES_MAX = 50;

type Range = { readonly from: string; readonly to: string };

export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  const { staff } = createCallers(deps);
  const runLimited = createConcurrencyLimit(READINGS);
  app.karat.metrics.push(...ledgerMetrics(deps.db), oddsMetric(deps.db));
  const byRange = {
    ...CACHE,
    runLimited,
    keysMax: RANGES_MAX,
    keyOf: ({ from, to }: Range) => `${from}/${to}`,
  };
  const reports = createCachedReading((range: Range) => readReport(deps, range), byRange);
  const returns = createCachedReading((range: Range) => readReturns(deps, range), byRange);
  const alerts = createCachedReading(() => readAlerts(deps), { ...CACHE, runLimited });

  mount(app, contract.getReport, staff, async ({ query }) => ({ data: await reports(query) }));
  mount(app, contract.getReturns, staff, ({ query }) => returns(query));
  mount(app, contract.getAlerts, staff, () => alerts());
  mountReportCsv(app, deps, runLimited);
}
