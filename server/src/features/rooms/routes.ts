import { Refusal } from '@karat/contract/refusal';
import * as contract from '@karat/contract/rooms';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { countryOf } from '#http/country.ts';
import { onceByKey, requestKeyOf } from '#http/idempotency.ts';
import { assertMoneyRate } from '#http/money-rate.ts';
import { mount } from '#http/mount.ts';
import { createRoomNews } from './news.ts';
import { addOpponents } from './sandbox-opponents.ts';
import { createRoom, joinRoom, leaveRoom, setReady } from './seats.ts';
import { deleteRoomMessage, voidByStaff } from './staff.ts';
import { readRoom } from './views.ts';

export function roomRoutes(app: FastifyInstance, deps: Deps): void {
  const { anyone, player, admin } = createCallers(deps);
  const news = createRoomNews(deps);
  app.addHook('onClose', () => news.close());

  mount(app, contract.getActiveRooms, anyone, async () => ({ data: await news.list() }));

  mount(app, contract.getGameRoom, anyone, async ({ params }, caller) => {
    const room = await readRoom(deps, params.roomId, caller?.id);
    if (room === undefined) throw new Refusal('not_found', 'Room not found.');
    return room;
  });

  mount(app, contract.createGameRoom, player, async ({ body }, { id: playerId }, request) => {
    assertMoneyRate(deps.limits, playerId);
    const { map, player_count: playerCount, server_location: location, ticketPrice } = body;
    const keyed = { playerId, key: requestKeyOf(request), request: ['createGameRoom', body] };
    return deps.db.transaction((tx) =>
      onceByKey(tx, keyed, async () => {
        const maker = { playerId, country: countryOf(request, deps.env) };
        const roomId = await createRoom(tx, deps, maker, { map, playerCount, location, ticketPrice });
        return { roomId, message: 'You successfully created a room!' };
      }),
    );
  });

  mount(app, contract.joinGameRoom, player, async ({ params, body }, { id: playerId }, request) => {
    assertMoneyRate(deps.limits, playerId);
    const keyed = { playerId, key: requestKeyOf(request), request: ['joinGameRoom', params, body] };
    return deps.db.transaction((tx) =>
      onceByKey(tx, keyed, async () => {
        const sitter = { playerId, team: body.team, country: countryOf(request, deps.env) };
        await joinRoom(tx, deps, params.roomId, sitter);
        return { message: 'You have a seat.' };
      }),
    );
  });

  mount(app, contract.leaveGameRoom, player, async ({ params: { roomId } }, { id: playerId }, request) => {
    const keyed = { playerId, key: requestKeyOf(request), request: ['leaveGameRoom', roomId] };
    return deps.db.transaction((tx) =>
      onceByKey(tx, keyed, async () => {
        await leaveRoom(tx, deps, { roomId, playerId });
        return { message: 'You left the room.' };
      }),
    );
  });

  mount(app, contract.setReadyState, player, async ({ params, body }, { id: playerId }, request) => {
    assertMoneyRate(deps.limits, playerId);
    const { ready: isReady, entropy = '' } = body;
    const keyed = { playerId, key: requestKeyOf(request), request: ['setReadyState', params, body] };
    return deps.db.transaction((tx) =>
      onceByKey(tx, keyed, async () => {
        const readiness = { playerId, isReady, entropy, country: countryOf(request, deps.env) };
        await setReady(tx, deps, params.roomId, readiness);
        return { message: isReady ? 'You are ready.' : 'You are not ready.' };
      }),
    );
  });

  mount(app, contract.addSandboxOpponent, player, async ({ params }, { id: playerId }) => {
    await addOpponents(deps, params.roomId, playerId);
    return { message: 'The sandbox plays with you.' };
  });

  mount(app, contract.voidGameRoom, admin, async ({ params, body }, { id: actorId }) => {
    await voidByStaff(deps, params.roomId, { actorId, reason: body.reason });
    return { message: 'The room was closed and every stake given back.' };
  });

  mount(app, contract.deleteRoomMessage, admin, async ({ params }, { id: actorId }) => {
    await deleteRoomMessage(deps, { id: params.id, actorId });
    return { message: 'Message deleted.' };
  });
}
