import * as contract from '@karat/contract/profile';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { originOf } from '#http/origin.ts';
import { createStatistics } from './statistics.ts';

export function profileRoutes(app: FastifyInstance, deps: Deps): void {
  const { player } = createCallers(deps);
  const statistics = createStatistics(deps);

  mount(app, contract.getStatistics, player, async (_, { id }, request) => ({
    data: await statistics.of(id, originOf(request.headers, deps.env)),
  }));
}
