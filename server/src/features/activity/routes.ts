import * as contract from '@karat/contract/activity';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { listActivity } from './activity.ts';
import { describeBalanceChange } from './balance-change.ts';

/** What a player did, for staff. */
export function activityRoutes(app: FastifyInstance, deps: Deps): void {
  const { staff } = createCallers(deps);

  mount(app, contract.getUserActivity, staff, ({ params, query }, { staffRole }) =>
    listActivity(deps, { playerId: params.userId, ...query }, staffRole),
  );

  mount(app, contract.getBalanceChange, staff, async ({ params, query }) => ({
    data: await describeBalanceChange(deps, { playerId: params.userId, ...query }),
  }));
}
