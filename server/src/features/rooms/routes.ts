import { Refusal } from '@karat/contract/refusal';
import * as contract from '@karat/contract/rooms';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { createCallers } from '#http/callers.ts';
import { countryOf } from '#http/country.ts';
import { mountMoney } from '#http/mount-money.ts';
import { mount } from '#http/mount.ts';
import { mountStaffCsv } from '#http/staff-csv.ts';
import { createSharedReading } from '#shared-reading.ts';
import { readRoomPreview } from './preview.ts';
import { addOpponents } from './sandbox-opponents.ts';
import { joinRematch } from './rematch.ts';
import { createRoom, joinRoom, leaveRoom, setReady } from './seats.ts';
import { deleteRoomMessage, voidByStaff } from './staff.ts';
import { listAllRooms, readAllRooms } from './staff-list.ts';
import { listRooms, readRoom } from './views.ts';

export function roomRoutes(app: FastifyInstance, deps: Deps): void {
  const { anyone, player, staff } = createCallers(deps);
  const readActiveRooms = createSharedReading(() => listRooms(deps.db.sql));
  app.karat.previews.set('room', ({ roomId = '' }, origin) => readRoomPreview(deps.db.sql, roomId, origin));

  mount(app, contract.getActiveRooms, anyone, async () => ({ data: await readActiveRooms() }));

  mount(app, contract.getGameRoom, anyone, async ({ params }, caller) => {
    const room = await readRoom(deps, params.roomId, caller?.id);
    if (room === undefined) throw new Refusal('not_found', 'Room not found.');
    return room;
  });

  mountMoney(app, deps, contract.createGameRoom, player, async (tx, { body }, { id: playerId }, request) => {
    const { map, player_count: playerCount, server_location: location, ticketPrice } = body;
    const creator = { playerId, country: countryOf(request, deps.env) };
    const roomId = await createRoom(tx, deps, creator, { map, playerCount, location, ticketPrice });
    return { roomId, message: 'You successfully created a room!' };
  });

  mountMoney(app, deps, contract.joinGameRoom, player, async (tx, { params, body }, { id: playerId }, request) => {
    const joiner = { playerId, team: body.team, country: countryOf(request, deps.env) };
    await joinRoom(tx, deps, params.roomId, joiner);
    return { message: 'You took a seat.' };
  });

  mountMoney(
    app,
    deps,
    contract.leaveGameRoom,
    player,
    async (tx, { params: { roomId } }, { id: playerId }) => {
      await leaveRoom(tx, deps, { roomId, playerId });
      return { message: 'You left the room.' };
    },
    { limit: 'none', key: ({ params }) => [params.roomId] },
  );

  mountMoney(app, deps, contract.setReadyState, player, async (tx, { params, body }, { id: playerId }, request) => {
    const { ready: isReady, entropy = '' } = body;
    const readiness = { playerId, isReady, entropy, country: countryOf(request, deps.env) };
    await setReady(tx, deps, params.roomId, readiness);
    return { message: isReady ? 'You are ready.' : 'You are not ready.' };
  });

  mountMoney(app, deps, contract.joinRematch, player, async (tx, { params }, { id: playerId }, request) => {
    const joiner = { playerId, country: countryOf(request, deps.env) };
    return { ...(await joinRematch(tx, deps, params.roomId, joiner)), message: 'You took a seat in the rematch.' };
  });

  mount(app, contract.addSandboxOpponent, player, async ({ params }, { id: playerId }) => {
    await addOpponents(deps, params.roomId, playerId);
    return { message: 'Sandbox players took the free seats.' };
  });

  mount(app, contract.getAllRooms, staff, ({ query }) => listAllRooms(deps, query));
  mountStaffCsv(app, deps, {
    path: contract.ROOMS_CSV_PATH,
    query: contract.roomsCsvQuery,
    columns: contract.ROOMS_CSV_COLUMNS,
    fileName: 'karat-rooms.csv',
    readRows: readAllRooms,
  });

  mount(app, contract.voidGameRoom, staff, async ({ params, body }, { id: actorId }) => {
    await voidByStaff(deps, params.roomId, { actorId, reason: body.reason });
    return { message: 'The room was closed and all stakes were refunded.' };
  });

  mount(app, contract.deleteRoomMessage, staff, async ({ params }, { id: actorId }) => {
    await deleteRoomMessage(deps, { id: params.id, actorId });
    return { message: 'Message deleted.' };
  });
}
