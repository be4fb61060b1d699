import * as contract from '@karat/contract/users';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { releaseExclusion } from '#features/safer-play/safer-play.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { originOf } from '#http/origin.ts';
import { setUserState, signOutUser } from './bans.ts';
import { listOnlineUsers } from './online.ts';
import { removeSecondFactor } from './second-factors.ts';
import { setStaffRole } from './staff-roles.ts';
import { createTotals } from './totals.ts';
import { assertUser, describeUser, findUser, listBets, listUsers, searchUsers } from './users.ts';

/** Account look-ups and actions for staff. A player's ledger is in `wallet`. */
export function userRoutes(app: FastifyInstance, deps: Deps): void {
  const { staff } = createCallers(deps);
  const { db, env } = deps;
  const readTotals = createTotals(deps);

  mount(app, contract.getAllUsers, staff, ({ query }, _, request) =>
    searchUsers(db.sql, query, originOf(request.headers, env)),
  );

  mount(app, contract.getAllUsersByBalance, staff, ({ query }, _, request) =>
    listUsers(db.sql, { ...query, order: 'richest' }, originOf(request.headers, env)),
  );

  mount(app, contract.getOnlineUsers, staff, ({ query }) => listOnlineUsers(deps, query));

  mount(app, contract.getUserByUsername, staff, async ({ query }, _, request) => ({
    data: await findUser(db.sql, query, originOf(request.headers, env)),
  }));

  mount(app, contract.getUserInfoById, staff, async ({ params }, _, request) => ({
    data: { userInfo: await describeUser(deps, params.userId, originOf(request.headers, env)) },
  }));

  mount(app, contract.getUserTotals, staff, async ({ params }) => ({ data: await readTotals(params.userId) }));

  mount(app, contract.getBetsByUserId, staff, ({ params, query }) =>
    listBets(db.sql, { playerId: params.userId, ...query }),
  );

  mount(app, contract.setUserState, staff, async ({ body: { userId, state, reason } }, { id: actorId }) => {
    await setUserState(deps, { playerId: userId, state, reason, actorId });
    return { message: state === 'banned' ? 'User banned.' : 'User unbanned.', data: { userId, state } };
  });

  mount(app, contract.signOutUser, staff, async ({ body: { userId, reason } }, { id: actorId, staffRole }) => {
    const isAdmin = staffRole === 'admin';
    const sessions = await signOutUser(deps, { playerId: userId, reason, actorId, isAdmin });
    return { message: 'User signed out.', data: { userId, sessions } };
  });

  mount(app, contract.removeSecondFactor, staff, async ({ body: { userId, reason } }, { id: actorId }) => {
    const sessions = await removeSecondFactor(deps, { playerId: userId, reason, actorId });
    return { message: 'Second factor removed.', data: { userId, sessions } };
  });

  mount(app, contract.setStaffRole, staff, async ({ body }, { id: actorId }) => {
    const userId = await setStaffRole(deps, { ...body, actorId });
    return { message: 'Role changed.', data: { userId, staffRole: body.staffRole } };
  });

  mount(app, contract.releaseExclusion, staff, async ({ body: { userId, reason } }, { id: actorId }) => {
    await assertUser(db.sql, userId);
    await releaseExclusion(deps, { playerId: userId, reason, actorId });
    return { message: 'Exclusion released.', data: { userId } };
  });
}
