import * as contract from '@karat/contract/chat';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { mount } from '#http/mount.ts';
import { hidePlayer, listHidden } from './hidden-players.ts';
import { deleteMessage, mutePlayer, setSlowMode } from './moderation.ts';

export function chatRoutes(app: FastifyInstance, deps: Deps): void {
  const { player, staff } = createCallers(deps);

  mount(app, contract.deleteChatMessage, staff, async ({ params }, { id: actorId }) => {
    await deleteMessage(deps, { id: params.id, actorId });
    return { message: 'Message deleted.' };
  });

  mount(app, contract.muteUser, staff, async ({ body }, { id: actorId }) => {
    const { userId: playerId, minutes, reason } = body;
    const mutedUntil = await mutePlayer(deps, { playerId, minutes, reason, actorId });
    return { message: mutedUntil === null ? 'Player unmuted.' : 'Player muted.', data: { mutedUntil } };
  });

  mount(app, contract.setSlowMode, staff, async ({ body: { seconds } }, { id: actorId }) => {
    await setSlowMode(deps, { seconds, actorId });
    return { message: 'Slow mode set.', data: { seconds } };
  });

  mount(app, contract.getHiddenPlayers, player, async (_, { id }) => ({ data: await listHidden(deps, id) }));

  mount(app, contract.hidePlayer, player, async ({ body }, { id: playerId }) => {
    const { userId: hiddenId, isHidden } = body;
    const data = await hidePlayer(deps, { playerId, hiddenId, isHidden });
    return { message: isHidden ? 'Player hidden.' : 'Player shown.', data };
  });
}
