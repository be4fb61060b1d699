import * as contract from '@karat/contract/notifications';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { markAsRead } from './notifications.ts';

export function notificationRoutes(app: FastifyInstance, deps: Deps): void {
  const { player } = createCallers(deps);

  mount(app, contract.markAsRead, player, async ({ body }, { id: playerId }) => {
    await markAsRead(deps, { playerId, ...body });
    return { message: 'Notifications marked as read.' };
  });
}
