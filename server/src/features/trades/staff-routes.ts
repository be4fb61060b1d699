import * as contract from '@karat/contract/trades';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { originOf } from '#http/origin.ts';
import { approveWithdrawal, cancelByStaff, clearFlag, retryOffer } from './staff.ts';
import { listAllOffers } from './views.ts';

export function tradeStaffRoutes(app: FastifyInstance, deps: Deps): void {
  const { staff } = createCallers(deps);
  const { db, env } = deps;

  mount(app, contract.getAllTradeOffers, staff, ({ query }, _, request) =>
    listAllOffers(deps, { ...query, origin: originOf(request.headers, env) }),
  );

  mount(app, contract.approveWithdrawal, staff, async ({ params: { offerId } }, { id: actorId }) => {
    await db.transaction((tx) => approveWithdrawal(tx, { offerId, actorId }));
    return { message: 'The withdrawal was approved.' };
  });

  mount(app, contract.retryTradeOffer, staff, async ({ params: { offerId } }, { id: actorId }) => {
    await db.transaction((tx) => retryOffer(tx, deps, { offerId, actorId }));
    return { message: 'The offer is being checked again.' };
  });

  mount(app, contract.cancelTradeOfferByStaff, staff, async ({ params: { offerId }, body }, { id: actorId }) => {
    await db.transaction((tx) => cancelByStaff(tx, deps, { offerId, actorId, reason: body.reason }));
    return { message: 'The offer is being cancelled.' };
  });

  mount(app, contract.clearFlag, staff, async ({ body: { userId: playerId, reason } }, { id: actorId }) => {
    await db.transaction((tx) => clearFlag(tx, deps, { playerId, actorId, reason }));
    return { message: 'The account can trade again.' };
  });
}
