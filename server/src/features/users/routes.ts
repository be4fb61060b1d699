import * as contract from '@karat/contract/users';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { releaseExclusion } from '#features/safer-play/safer-play.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { originOf } from '#http/origin.ts';
import { setUserState, signOutUser } from './bans.ts';
import { listOnlineUsers } from './online.ts';
import { assertUser, describeUser, findUser, listBets, listUsers, searchUsers } from './users.ts';

/** Account look-ups and actions for staff. A player's ledger is in `wallet`. */
export function userRoutes(app: FastifyInstance, deps: Deps): void {
  const { admin } = createCallers(deps);
  const { db, env } = deps;

  mount(app, contract.getAllUsers, admin, ({ query }, _, request) =>
    searchUsers(db.sql, query, originOf(request.headers, env)),
  );

  mount(app, contract.getAllUsersByBalance, admin, ({ query }, _, request) =>
    listUsers(db.sql, { ...query, order: 'richest' }, originOf(request.headers, env)),
  );

  mount(app, contract.getOnlineUsers, admin, ({ query }) => listOnlineUsers(deps, query));

  mount(app, contract.getUserByUsername, admin, async ({ query }, _, request) => ({
    data: await findUser(db.sql, query, originOf(request.headers, env)),
  }));

  mount(app, contract.getUserInfoById, admin, async ({ params }, _, request) => ({
    data: { userInfo: await describeUser(deps, params.userId, originOf(request.headers, env)) },
  }));

  mount(app, contract.getBetsByUserId, admin, ({ params, query }) =>
    listBets(db.sql, { playerId: params.userId, ...query }),
  );

  mount(app, contract.setUserState, admin, async ({ body: { userId, state, reason } }, { id: actorId }) => {
    await setUserState(deps, { playerId: userId, state, reason, actorId });
    return { message: state === 'banned' ? 'User banned.' : 'User unbanned.', data: { userId, state } };
  });

  mount(app, contract.signOutUser, admin, async ({ body: { userId, reason } }, { id: actorId }) => {
    const sessions = await signOutUser(deps, { playerId: userId, reason, actorId });
    return { message: 'User signed out.', data: { userId, sessions } };
  });

  mount(app, contract.releaseExclusion, admin, async ({ body: { userId, reason } }, { id: actorId }) => {
    await assertUser(db.sql, userId);
    await releaseExclusion(deps, { playerId: userId, reason, actorId });
    return { message: 'Exclusion released.', data: { userId } };
  });
}
