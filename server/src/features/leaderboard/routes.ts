import * as contract from '@karat/contract/leaderboard';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { createLeaderboard } from './leaderboard.ts';

export function leaderboardRoutes(app: FastifyInstance, deps: Deps): void {
  const { anyone } = createCallers(deps);
  const leaderboard = createLeaderboard(deps);

  mount(app, contract.getLeaderboard, anyone, async ({ query }, caller) => {
    const [page, own] = await Promise.all([leaderboard.list(query), leaderboard.ownRow(query.sort, caller?.id)]);
    return { ...page, own };
  });
}
