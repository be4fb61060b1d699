import * as contract from '@karat/contract/reports';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { readAlerts } from './alerts.ts';
import { mountReportCsv } from './report-csv.ts';
import { readReport, readReturns } from './reports.ts';
import { createRested } from './rested.ts';

const rangeOf = (key: string) => {
  const [from = '', to = ''] = key.split('/');
  return { from, to };
};

export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  const { admin } = createCallers(deps);
  const reports = createRested((key) => readReport(deps, rangeOf(key)));
  const returns = createRested((key) => readReturns(deps, rangeOf(key)));
  const alerts = createRested(() => readAlerts(deps));

  mount(app, contract.getReport, admin, async ({ query: { from, to } }) => ({ data: await reports(`${from}/${to}`) }));
  mount(app, contract.getReturns, admin, async ({ query: { from, to } }) => ({ data: await returns(`${from}/${to}`) }));
  mount(app, contract.getAlerts, admin, () => alerts(''));
  mountReportCsv(app, deps);
}
