import * as contract from '@karat/contract/games';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { listGames } from './games.ts';

export function gameRoutes(app: FastifyInstance, deps: Deps): void {
  const { player } = createCallers(deps);

  mount(app, contract.getGameHistory, player, ({ query }, { id: playerId }) =>
    listGames(deps.db.sql, { playerId, ...query }),
  );
}
