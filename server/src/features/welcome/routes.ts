import * as contract from '@karat/contract/welcome';
import { REVEAL_MS } from '@karat/rules/strip';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { selectWelcome, updateDismissed } from './queries.ts';

export function welcomeRoutes(app: FastifyInstance, deps: Deps): void {
  const { anyone, player } = createCallers(deps);
  const { db } = deps;

  mount(app, contract.getWelcome, anyone, async (_, caller) => {
    if (caller === undefined) return { data: null };
    return { data: await selectWelcome(db.sql, { playerId: caller.id, revealMs: REVEAL_MS }) };
  });

  mount(app, contract.dismissWelcome, player, async (_, { id: playerId }) => {
    await updateDismissed(db.sql, playerId);
    return { message: 'Closed.' };
  });
}
