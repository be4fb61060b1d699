import * as contract from '@karat/contract/adjustments';
import type { FastifyInstance } from 'fastify';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { createCachedReading } from '#cached-reading.ts';
import { applyItemRequest } from '#features/items/items.ts';
import { applyMissionRequest } from '#features/missions/missions.ts';
import { applyPriceRequest } from '#features/prices/prices.ts';
import { createCallers } from '#http/callers.ts';
import { mountMoney } from '#http/mount-money.ts';
import { mount } from '#http/mount.ts';
import { adjustBalance, type RequestAppliers, decideAdjustment, readTerms, withdrawAdjustment } from './adjustments.ts';
import { countRequests, countWaitingRequests, selectRequests } from './request-queries.ts';

const COUNT_FRESH_MS = 5_000;
const SENTENCES = { done: 'Balance adjusted.', waiting: contract.WAITING_SENTENCE } as const;

const APPLIERS: RequestAppliers = { mission: applyMissionRequest, item: applyItemRequest, price: applyPriceRequest };

async function readRequest(sql: Sql, id: number): Promise<contract.AdjustmentRequest> {
  const [request] = await selectRequests(sql, { id, page: 1, limit: 1 });
  return request!;
}

export function adjustmentRoutes(app: FastifyInstance, deps: Deps): void {
  const { staff } = createCallers(deps);
  const { db, env } = deps;
  app.karat.metrics.push({
    name: 'karat_waiting_adjustments',
    help: 'Changes of balances by hand that wait for a second person.',
    type: 'gauge',
    read: createCachedReading(() => countWaitingRequests(db.sql), { freshMs: COUNT_FRESH_MS }),
  });

  mountMoney(
    app,
    deps,
    contract.adjustBalance,
    staff,
    async (tx, { body: { userId, amount, reason } }, { id: actorId }) => {
      const outcome = await adjustBalance(tx, deps, { playerId: userId, amount, reason, actorId });
      return { message: SENTENCES[outcome.state], data: { userId, ...outcome } };
    },
    { limit: 'none' },
  );

  mount(app, contract.getAdjustmentTerms, staff, async ({ params: { userId: playerId } }, { id: actorId }) => ({
    data: await readTerms(db.sql, deps, { playerId, actorId }),
  }));

  mount(app, contract.getAdjustments, staff, async ({ query: { page, limit, state } }) => ({
    data: await selectRequests(db.sql, { state, page, limit }),
    pagination: { totalResults: await countRequests(db.sql, state), resultsPerPage: limit, currentPage: page },
    waiting: await countWaitingRequests(db.sql),
    approvalAbove: env.adjustmentApprovalAbove,
  }));

  mountMoney(
    app,
    deps,
    contract.decideAdjustment,
    staff,
    async (tx, { params: { adjustmentId: requestId }, body }, { id: actorId }) => {
      const { approve: isApproved, reason } = body;
      const kind = await decideAdjustment(tx, deps, { requestId, actorId, isApproved, reason }, APPLIERS);
      const done = kind === 'balance' ? SENTENCES.done : 'Change approved.';
      const message = isApproved ? done : 'Adjustment refused.';
      return { message, data: await readRequest(tx.sql, requestId) };
    },
    { limit: 'none', key: ({ params, body }) => [params.adjustmentId, body] },
  );

  mount(app, contract.withdrawAdjustment, staff, ({ params: { adjustmentId: requestId } }, { id: actorId }) =>
    db.transaction(async (tx) => {
      await withdrawAdjustment(tx, deps, { requestId, actorId });
      return { message: 'Adjustment withdrawn.', data: await readRequest(tx.sql, requestId) };
    }),
  );
}
