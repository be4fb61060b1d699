import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { GAME_TRANSACTIONS } from '@karat/contract/game-transactions';
import { fromClient, type FromClientName } from '@karat/contract/live';
import { type Game, GAMES } from '@karat/rules/games';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSession } from '#features/accounts/sessions.ts';
import { addCase, addRoomPlayer, addItem, findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { saferPlayCalls } from '#testing/safer-play-calls.ts';
import { createRouletteFixture, type RouletteFixture } from '#testing/roulette-fixture.ts';
import { openTab } from '#testing/tab.ts';

let table: RouletteFixture;
let calls: ReturnType<typeof saferPlayCalls>;
let port: number;

beforeAll(async () => {
  table = await createRouletteFixture({ PLATFORM: 'sandbox' });
  calls = saferPlayCalls(table.site);
  port = await table.site.listen();
  const itemId = await addItem(table.db, { price: 50 });
  await addCase(table.db, { name: 'Plain', price: PRICE, drops: [[itemId, 10_000]] });
  await table.open();
});
afterAll(() => table.close());

const PRICE = 100;
const ROOM = { map: 'awp_lego', player_count: '1v1', server_location: 'istanbul' };
const BALANCE = 10_000;

type Answer = { status: number; body: { code?: string } };
type Wager = {
  readonly game: Game;
  readonly stake: number;
  readonly make: (who: TestPlayer) => Promise<Answer>;
};

/** Another player's room with a free seat. */
async function createRoom(ticketPrice: number): Promise<number> {
  const owner = await addRoomPlayer(table.site.deps, ticketPrice);
  const { body } = await calls.call(owner, 'POST', '/room/createGameRoom', { ...ROOM, ticketPrice });
  return (body as unknown as { roomId: number }).roomId;
}

/** Asks for a rematch of a match of the player. The match itself exists only for the request. */
async function joinRematch(who: TestPlayer, ticketPrice: number): Promise<Answer> {
  const { sql } = table.db;
  const [room] = await sql<{ id: number }>`
    insert into rooms (map, player_count, server_location, ticket_price, owner_id, state, seed_hash, sealed_seed, ended_at)
    values ('awp_lego', '1v1', 'istanbul', ${ticketPrice}, ${who.id}, 'MATCH_FINISHED', '', '', now()) returning id`;
  await sql`
    insert into room_seats (room_id, player_id, team, position, stake, is_active)
    values (${room!.id}, ${who.id}, 'team1', 1, 0, false)`;
  const answer = await calls.call(who, 'POST', `/room/joinRematch/${room!.id}`, {});
  await sql`update rooms set rematch_of = null where rematch_of = ${room!.id}`;
  await sql`delete from room_seats where room_id = ${room!.id}`;
  await sql`delete from rooms where id = ${room!.id}`;
  return answer;
}

/** The feature that takes the stakes of each game. */
const FEATURES: Readonly<Record<Game, string>> = { case: 'openings', roulette: 'roulette', duel: 'rooms' };

/** Every way to wager, by call. A new one must be added here: the test below fails until then. */
const WAGERS: Readonly<Record<string, Wager>> = {
  'GET /case/openCase/:caseName': {
    game: 'case',
    stake: PRICE,
    make: (who) => calls.call(who, 'GET', '/case/openCase/Plain'),
  },
  'GET /case/openCase/:caseName, five at once': {
    game: 'case',
    stake: 5 * PRICE,
    make: (who) => calls.call(who, 'GET', '/case/openCase/Plain?count=5'),
  },
  'POST /roulette/placeBet': {
    game: 'roulette',
    stake: PRICE,
    make: (who) => calls.call(who, 'POST', '/roulette/placeBet', { playerBet: 'red', amount: PRICE }),
  },
  'POST /room/createGameRoom': {
    game: 'duel',
    stake: PRICE,
    make: (who) => calls.call(who, 'POST', '/room/createGameRoom', { ...ROOM, ticketPrice: PRICE }),
  },
  'POST /room/joinGameRoom/:roomId': {
    game: 'duel',
    stake: PRICE,
    make: async (who) => calls.call(who, 'POST', `/room/joinGameRoom/${await createRoom(PRICE)}`, {}),
  },
  'POST /room/joinRematch/:roomId': { game: 'duel', stake: PRICE, make: (who) => joinRematch(who, PRICE) },
};

/** Calls that take no stake but count as play. */
const FREE_PLAY: Readonly<Record<string, (who: TestPlayer) => Promise<Answer>>> = {
  'POST /room/createGameRoom, free': (who) =>
    calls.call(who, 'POST', '/room/createGameRoom', { ...ROOM, ticketPrice: 0 }),
  'POST /room/joinGameRoom/:roomId, free': async (who) =>
    calls.call(who, 'POST', `/room/joinGameRoom/${await createRoom(0)}`, {}),
  'POST /room/joinRematch/:roomId, free': (who) => joinRematch(who, 0),
  'POST /room/setReadyState/:roomId': async (who) =>
    calls.call(who, 'POST', `/room/setReadyState/${await createRoom(0)}`, { ready: true }),
};

/** Changes by players that are not play. */
const NO_WAGERS = new Set([
  'GET /auth/logout',
  'POST /auth/addPasskey',
  'POST /auth/cancelEmailChange',
  'POST /auth/changeEmail',
  'POST /auth/changePassword',
  'POST /auth/closeTicket/:id',
  'POST /auth/confirmEmail',
  'POST /auth/confirmSecondFactor',
  'POST /auth/createTicket',
  'POST /auth/readTicket/:id',
  'POST /auth/removePasskey/:id',
  'POST /auth/replaceRecoveryCodes',
  'POST /auth/requestEmailVerification',
  'POST /auth/revokeSession/:id',
  'POST /auth/sendTicketMessage/:id',
  'POST /auth/setPassword',
  'POST /auth/setUpSecondFactor',
  'POST /auth/startPasskey',
  'POST /auth/startPasskeyCheck',
  'POST /auth/turnOffSecondFactor',
  'POST /auth/verifyPasskey',
  'POST /auth/verifySecondFactor',
  'PUT /auth/markAsRead',
  'POST /fair/rotateSeed',
  // An invited player pays their own stake by joining.
  'POST /room/addSandboxOpponent/:roomId',
  'POST /room/leaveGameRoom/:roomId',
]);

async function newPlayer(balance = BALANCE): Promise<TestPlayer> {
  return addRoomPlayer(table.site.deps, balance);
}

/** The same player on another device. */
async function secondDevice({ id }: TestPlayer): Promise<TestPlayer> {
  const session = { playerId: id, device: 'another', address: '', isBySteam: false };
  const token = await table.db.transaction((tx) => startSession(tx, session));
  return { id, headers: { authorization: `Bearer ${token}` } };
}

const readLedgerRows = async ({ id }: TestPlayer) =>
  table.db.sql<{ type: string; amount: number }>`
    select type, amount from ledger where player_id = ${id} and type not in ('WELCOME') order by id`;

const BARS: Readonly<Record<string, (who: TestPlayer) => Promise<unknown>>> = {
  on_break: (who) => calls.call(who, 'POST', '/user/takeBreak', { days: 1 }),
  self_excluded: (who) => calls.call(who, 'POST', '/user/excludeMyself', { months: 6 }),
  async reality_check(who) {
    await calls.setRealityCheck(who, 15);
    await table.db.sql`
      update safer_play
      set playing_since = now() - interval '16 minutes', last_staked_at = now() - interval '1 minute',
          reality_due_at = now() - interval '1 minute'
      where player_id = ${who.id}`;
  },
  limit_reached: (who) => calls.setLimits(who, { kind: 'loss', period: 'week', allowed: PRICE - 1 }),
  age_unconfirmed: ({ id }) => table.db.sql`update players set age_confirmed_at = null where id = ${id}`,
};

describe('the list of wagers is complete', () => {
  test('by the changing calls of players', () => {
    const mounted = table.site.http.karat.calls
      .filter(
        ({ audience, endpoint }) => audience === 'player' && (endpoint.method !== 'GET' || endpoint.hasSideEffects),
      )
      .map(({ endpoint: { method, path: at } }) => `${method} ${at}`);
    const playing = [...Object.keys(WAGERS), ...Object.keys(FREE_PLAY)].map((name) => name.split(',')[0]!);
    const isKnown = (name: string) => playing.includes(name) || NO_WAGERS.has(name) || / \/user\//.test(name);
    expect(mounted.filter((name) => !isKnown(name))).toEqual([]);
    for (const name of new Set(playing)) expect(mounted).toContain(name);
  });

  test('by the features that take stakes', async () => {
    const features = path.join(import.meta.dirname, 'features');
    const files = (await readdir(features, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file));
    const taking = new Set<string>();
    for (const file of files) {
      const text = await readFile(path.join(features, file), 'utf8');
      if (/\b(?:takeStakes?|takeBatchStakes|stakeDiamonds|createEscrow)\(/.test(text))
        taking.add(file.split(path.sep)[0]!);
    }
    // These provide it to the games.
    for (const feature of ['stakes', 'wagers', 'escrow']) taking.delete(feature);
    expect([...taking].toSorted()).toEqual(Object.values(FEATURES).toSorted());
  });

  test('by game, each with at least one wager', () => {
    expect(new Set(Object.values(WAGERS).map(({ game }) => game))).toEqual(new Set(GAMES));
  });

  test("by the ledger rows that an eligible player's wagers write", async () => {
    for (const { game, stake, make } of Object.values(WAGERS)) {
      const player = await newPlayer();
      expect((await make(player)).status).toBe(200);
      const lines = await readLedgerRows(player);
      expect(new Set(lines.map((line) => line.type))).toEqual(new Set([GAME_TRANSACTIONS[game].stake]));
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(-stake);
    }
  });
});

describe.each(Object.keys(BARS))('%s', (code) => {
  test.each(Object.keys(WAGERS))('refuses %s on both devices and twenty times concurrently', async (name) => {
    const player = await newPlayer();
    await BARS[code]!(player);
    const other = await secondDevice(player);
    const answers = [await WAGERS[name]!.make(player), await WAGERS[name]!.make(other)];
    const calledAtOnce = Array.from({ length: 20 }, (_, index) => WAGERS[name]!.make(index % 2 === 0 ? player : other));
    answers.push(...(await Promise.all(calledAtOnce)));
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([code]));
    expect(await readLedgerRows(player)).toEqual([]);
    expect(await table.readBalance(player)).toBe(BALANCE);
  });

  test('cannot be bypassed by socket events', async () => {
    const player = await newPlayer();
    await BARS[code]!(player);
    const roomId = await createRoom(PRICE);
    const payloads: Partial<Record<FromClientName, unknown>> = {
      SEND_MESSAGE: { message: 'hello' },
      JOIN_GAME_ROOM: { roomId, team: 'team2' },
      QUIT_GAME_ROOM: { roomId },
      GET_GAME_ROOM_CHAT_MESSAGES: { roomId },
      SEND_GAME_ROOM_MESSAGE: { roomId, message: 'let me in' },
    };
    const tab = openTab(port, { token: player.headers.authorization.replace('Bearer ', '') });
    await tab.connected();
    const names = Object.keys(fromClient) as FromClientName[];
    for (const name of names.filter((each) => each !== 'QUIT_GAME_ROOM')) tab.emit(name, payloads[name]);
    await Promise.all([tab.next('ROOM_DATA'), tab.next('CHAT_MESSAGES'), tab.next('GAME_ROOM_CHAT_MESSAGES')]);
    tab.emit('QUIT_GAME_ROOM', payloads.QUIT_GAME_ROOM);
    tab.close();
    expect(await readLedgerRows(player)).toEqual([]);
    expect(await table.db.sql`select from room_seats where player_id = ${player.id}`).toEqual([]);
  });
});

describe.each(Object.keys(BARS).filter((code) => code !== 'limit_reached'))('%s', (code) => {
  test.each(Object.keys(FREE_PLAY))('refuses %s', async (name) => {
    const player = await newPlayer();
    await BARS[code]!(player);
    expect((await FREE_PLAY[name]!(player)).body.code).toBe(code);
    expect(await table.db.sql`select from room_seats where player_id = ${player.id}`).toEqual([]);
  });
});

test('lets no diamond exceed a limit in concurrent attempts', async () => {
  const player = await newPlayer(100_000);
  const other = await secondDevice(player);
  const ALLOWED = 750;
  await calls.setLimits(player, { kind: 'wager', period: 'day', allowed: ALLOWED });
  const ways = Object.values(WAGERS).filter(({ game }) => game !== 'duel');
  const calledAtOnce = Array.from({ length: 40 }, (_, index) =>
    ways[index % ways.length]!.make(index % 2 === 0 ? player : other),
  );
  const answers = await Promise.all(calledAtOnce);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([undefined, 'limit_reached']));
  const wagered = -(await readLedgerRows(player)).reduce((sum, { amount }) => sum + amount, 0);
  expect(wagered).toBeLessThanOrEqual(ALLOWED);
  expect(wagered).toBeGreaterThan(ALLOWED - 5 * PRICE);
  expect((await calls.counters(player)).map(({ used }) => used)).toEqual([wagered]);
});

test('completes games in progress when a break begins', async () => {
  const player = await newPlayer();
  expect((await WAGERS['POST /roulette/placeBet']!.make(player)).status).toBe(200);
  expect((await WAGERS['POST /room/createGameRoom']!.make(player)).status).toBe(200);
  await BARS['on_break']!(player);
  const [seat] = await table.db.sql<{ roomId: number }>`
    select room_id as "roomId" from room_seats where player_id = ${player.id}`;
  expect((await calls.call(player, 'POST', `/room/setReadyState/${seat!.roomId}`, { ready: true })).body.code).toBe(
    'on_break',
  );
  expect((await calls.call(player, 'POST', `/room/leaveGameRoom/${seat!.roomId}`, {})).status).toBe(200);
  const round = await table.last();
  await table.steps.close(round);
  await table.drawNumber(1);
  await table.steps.settle(round);
  expect(await table.readBalance(player)).toBe(BALANCE + PRICE);
});

test('keeps the books right', async () => {
  // Except for the number, which a test has chosen.
  expect((await findBreaches(table.db)).filter((breach) => !breach.startsWith('F2 '))).toEqual([]);
});
