import * as contract from '@karat/contract/reports';
import type { ReportPlayers } from '@karat/contract/reports';
import type { FastifyInstance } from 'fastify';
import { createCachedReading } from '#cached-reading.ts';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { readAlerts } from './alerts.ts';
import { ledgerMetrics, oddsMetric } from './metrics.ts';
import { mountReportCsv } from './report-csv.ts';
import type { DayRange } from './day-range.ts';
import { readNotable } from './notable.ts';
import { readReportRows } from './report-rows.ts';
import { readReport, readReturns } from './reports.ts';
import { readSkinChanges } from './skin-changes.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';

/** Each report holds a connection of its own, so few run at once. */
const READINGS = { concurrentMax: 2, waitingMax: 20 };

/** However slow a report is, computing it takes at most one part in `restFactor` of the time. */
const CACHE = { freshMs: 5_000, restFactor: 20 };
const RANGES_MAX = 50;

type ReportQuery = DayRange & { readonly players: ReportPlayers };

const keyOfQuery = ({ from, to, players }: ReportQuery): string => `${from}/${to}/${players}`;

export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  const { staff } = createCallers(deps);
  const runLimited = createConcurrencyLimit(READINGS);
  app.karat.metrics.push(...ledgerMetrics(deps.db), oddsMetric(deps.db));
  const byRange = {
    ...CACHE,
    runLimited,
    keysMax: RANGES_MAX,
  };
  const reports = createCachedReading((query: ReportQuery) => readReport(deps, query), {
    ...byRange,
    keyOf: keyOfQuery,
  });
  const notable = createCachedReading((query: ReportQuery) => readNotable(deps, query), {
    ...byRange,
    keyOf: keyOfQuery,
  });
  const returns = createCachedReading((range: DayRange) => readReturns(deps, range), {
    ...byRange,
    keyOf: ({ from, to }) => `${from}/${to}`,
  });
  const alerts = createCachedReading(() => readAlerts(deps), { ...CACHE, runLimited });

  mount(app, contract.getReport, staff, async ({ query }) => ({ data: await reports(query) }));
  mount(app, contract.getReportRows, staff, ({ query }) => runLimited(() => readReportRows(deps, query)));
  mount(app, contract.getSkinChanges, staff, ({ query }) => runLimited(() => readSkinChanges(deps, query)));
  mount(app, contract.getNotable, staff, ({ query }) => notable(query));
  mount(app, contract.getReturns, staff, ({ query }) => returns(query));
  mount(app, contract.getAlerts, staff, () => alerts());
  mountReportCsv(app, deps, runLimited);
}
