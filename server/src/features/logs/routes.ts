import * as contract from '@karat/contract/logs';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { createSharedReading } from '#shared-reading.ts';
import { listLogLines } from './log-lines.ts';
import { verifyStaffActions } from './logs.ts';

export function logRoutes(app: FastifyInstance, deps: Deps): void {
  const { staff } = createCallers(deps);

  // It reads the whole chain, so concurrent requests share one run.
  const verify = createSharedReading(async () => {
    const { asOf, snapshot } = await deps.db.reader();
    return { data: await snapshot(verifyStaffActions), at: asOf.toISOString() };
  });

  mount(app, contract.getLogs, staff, ({ params, query }) => listLogLines(deps.db.sql, { ...params, ...query }));
  mount(app, contract.verifyStaffLog, staff, verify);
}
