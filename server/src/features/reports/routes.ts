import * as contract from '@karat/contract/reports';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { readAlerts } from './alerts.ts';
import { ledgerMetrics, oddsMetric } from './metrics.ts';
import { mountReportCsv } from './report-csv.ts';
import { readReport, readReturns } from './reports.ts';
import { createRested } from './rested.ts';
import { createTurns } from './turns.ts';

/** Each reading holds a connection of its own: the store bears so many more. */
const READINGS = { atOnceMax: 2, waitingMax: 20 };

const rangeOf = (key: string) => {
  const [from = '', to = ''] = key.split('/');
  return { from, to };
};

export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  const { admin } = createCallers(deps);
  const inTurn = createTurns(READINGS);
  app.karat.metrics.push(...ledgerMetrics(deps.db), oddsMetric(deps.db));
  const reports = createRested((key) => readReport(deps, rangeOf(key)), { inTurn });
  const returns = createRested((key) => readReturns(deps, rangeOf(key)), { inTurn });
  const alerts = createRested(() => readAlerts(deps), { inTurn });

  mount(app, contract.getReport, admin, async ({ query: { from, to } }) => ({ data: await reports(`${from}/${to}`) }));
  mount(app, contract.getReturns, admin, async ({ query: { from, to } }) => ({ data: await returns(`${from}/${to}`) }));
  mount(app, contract.getAlerts, admin, () => alerts(''));
  mountReportCsv(app, deps, inTurn);
}
