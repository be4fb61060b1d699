import * as contract from '@karat/contract/logs';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { listLogLines } from './lines.ts';

export function logRoutes(app: FastifyInstance, deps: Deps): void {
  const { admin } = createCallers(deps);

  mount(app, contract.getLogs, admin, ({ params, query }) => listLogLines(deps.db.sql, { ...params, ...query }));
}
