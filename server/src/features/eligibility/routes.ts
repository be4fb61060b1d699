import { confirmAge } from '@karat/contract/accounts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { updateAgeConfirmed } from './queries.ts';

export function eligibilityRoutes(app: FastifyInstance, deps: Deps): void {
  const { player } = createCallers(deps);

  mount(app, confirmAge, player, async (_, { id }) => {
    await updateAgeConfirmed(deps.db.sql, id);
    return { message: 'Confirmed.' };
  });
}
