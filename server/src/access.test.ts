import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { updateStaffRole } from '#features/accounts/queries.ts';
import { endAllSessions, startSession } from '#features/accounts/sessions.ts';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
  await site.http.ready();
});
afterAll(() => site.close());

/** Calls under /admin and /rcon are for staff, and `staff-access.test.ts` has their roles; every other call is in the table below. */
type Audience = 'anyone' | 'player' | 'gameServer' | 'operator' | 'staff';

const CALLS: Readonly<Record<Exclude<Audience, 'staff'>, readonly string[]>> = {
  anyone: [
    'GET /auth/logout',
    'GET /auth/me',
    'GET /auth/steamlogin',
    'GET /auth/steamreturn',
    'GET /auth/getEmailSettings',
    'POST /auth/confirmSignIn',
    'POST /auth/login',
    'POST /auth/requestPasswordReset',
    'POST /auth/resetPassword',
    'POST /auth/signup',
    'GET /case/getAllCases',
    'GET /case/getLatestDrops',
    'GET /case/getWonToday',
    'GET /docs',
    'GET /docs/asyncapi.json',
    'GET /docs/openapi.json',
    'GET /fair/downloadCaseRolls/:caseName',
    'GET /fair/getBooks',
    'GET /fair/getCaseOdds/:caseName',
    'GET /fair/getCaseRolls/:caseName',
    'GET /fair/getChains',
    'GET /fair/getRoll/:id',
    'GET /healthz',
    'HEAD /healthz',
    'GET /img/:kind/:file',
    'GET /img/avatar/:name.svg',
    'GET /img/preview/:name.jpg',
    'GET /player/getPublicProfile/:username',
    'GET /readyz',
    'HEAD /readyz',
    'GET /room/getActiveRooms',
    'GET /room/getGameRoom/:roomId',
    'GET /roulette/getCurrentRound',
    'GET /roulette/getRound/:id',
    'GET /roulette/getRounds',
    'GET /sandbox/getResidents',
    'GET /site/getStatus',
    'GET /share/drop/:handle.png',
    'GET /share/match/:roomId.png',
    'GET /user/getAllMissions',
    'GET /user/getCaseByName/:caseName',
    'GET /user/getItemListings/:itemId',
    'GET /user/getLeaderboard',
    'GET /user/getMarketItem/:itemId',
    'GET /user/getMarketItems',
    'GET /user/getWelcome',
  ],
  player: [
    'POST /auth/cancelEmailChange',
    'POST /auth/changeEmail',
    'POST /auth/changePassword',
    'POST /auth/confirmSecondFactor',
    'GET /auth/getSecondFactor',
    'POST /auth/replaceRecoveryCodes',
    'POST /auth/setUpSecondFactor',
    'POST /auth/turnOffSecondFactor',
    'POST /auth/verifySecondFactor',
    'POST /auth/closeTicket/:id',
    'POST /auth/confirmEmail',
    'POST /auth/createTicket',
    'GET /auth/getMyEmail',
    'GET /auth/getTicketById/:id',
    'GET /auth/getTickets',
    'PUT /auth/markAsRead',
    'POST /auth/readTicket/:id',
    'POST /auth/requestEmailVerification',
    'POST /auth/revokeSession/:id',
    'POST /auth/sendTicketMessage/:id',
    'GET /auth/sessions',
    'POST /auth/setPassword',
    'GET /case/openCase/:caseName',
    'GET /fair/getRolls',
    'GET /fair/getSeeds',
    'POST /fair/rotateSeed',
    'POST /room/addSandboxOpponent/:roomId',
    'POST /room/createGameRoom',
    'POST /room/joinGameRoom/:roomId',
    'POST /room/joinRematch/:roomId',
    'POST /room/leaveGameRoom/:roomId',
    'POST /room/setReadyState/:roomId',
    'POST /roulette/placeBet',
    'POST /user/answerRealityCheck',
    'POST /user/buyMarketItem/:listingId',
    'POST /user/cancelBuyOrder/:orderId',
    'POST /user/cancelListing/:listingId',
    'POST /user/cancelTradeOffer/:offerId',
    'POST /user/changeListingPrice/:listingId',
    'POST /user/claimMission/:missionId',
    'POST /user/confirmAge',
    'POST /user/confirmLimit',
    'POST /user/createBuyOrder',
    'POST /user/createDeposit',
    'POST /user/deleteAccount',
    'GET /user/downloadMyData',
    'GET /user/downloadTransactions',
    'POST /user/dismissWelcome',
    'POST /user/dropPendingLimit',
    'POST /user/excludeMyself',
    'GET /user/getGameHistory',
    'GET /user/getHiddenPlayers',
    'GET /user/getMyBuyOrders',
    'GET /user/getMyListings',
    'GET /user/getProfilePrivacy',
    'GET /user/getPushKey',
    'GET /user/getRealityCheck',
    'GET /user/getStatistics',
    'GET /user/getTradeOffers',
    'GET /user/getTransactions',
    'GET /user/getUserInventory',
    'GET /user/getUserSteamInventory',
    'POST /user/hidePlayer',
    'GET /user/limits',
    'PUT /user/limits',
    'POST /user/listItemOnMarket',
    'GET /user/quickSellItem/:itemId',
    'POST /user/quickSellItems',
    'POST /user/removePushSubscription',
    'POST /user/savePushSubscription',
    'POST /user/sendTestPush',
    'PUT /user/setProfilePrivacy',
    'PUT /user/setTradeUrl',
    'POST /user/syncPushSubscription',
    'POST /user/takeBreak',
    'POST /user/withdrawItem/:itemId',
  ],
  gameServer: ['GET /match/config/:matchId', 'POST /match/events'],
  operator: ['GET /metrics'],
};

/** Every route of the server, mounted by `mount` or not, except those of the sandbox, which replace another site. */
function allRoutes(): string[] {
  const parents: string[] = [];
  return (
    site.http
      .printRoutes({ commonPrefix: false })
      .split('\n')
      .flatMap((line) => {
        const [, indent, own, methods] = /^((?:[│ ] {3})*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? [];
        if (own === undefined) return [];
        const depth = indent!.length / 4;
        parents.splice(depth, Infinity, own);
        const path = parents.join('');
        return (methods ?? '').split(', ').flatMap((method) => (method === '' ? [] : [`${method} ${path}`]));
      })
      // The pages of the sandbox's Steam are not calls of the site.
      .filter((call) => !call.includes(' /sandbox/') || call.includes('/getResidents'))
  );
}

const isStaffCall = (call: string) => / \/(?:admin|rcon)\//.test(call);
const staffCalls = () => allRoutes().filter(isStaffCall);

type RequestParts = Pick<InjectOptions, 'headers' | 'payload' | 'query'>;

/** Makes the call with 1 for each parameter; returns its status and refusal code. */
async function makeCall(
  call: string,
  parts: RequestParts = {},
): Promise<[call: string, status: number, code: string | undefined]> {
  const [method, path] = call.split(' ') as ['GET', string];
  const reply = await site.http.inject({ method, url: path.replace(/:\w+/g, '1'), ...parts });
  const isJson = String(reply.headers['content-type']).includes('application/json') && reply.body !== '';
  return [call, reply.statusCode, isJson ? reply.json<{ code?: string }>().code : undefined];
}

async function makeCalls(calls: readonly string[], parts: RequestParts = {}) {
  const replies: Awaited<ReturnType<typeof makeCall>>[] = [];
  for (const call of calls) replies.push(await makeCall(call, parts));
  return replies;
}

const refusedAll = (calls: readonly string[], status: number, code: string) =>
  calls.map((call) => [call, status, code]);

async function signInAgain({ id: playerId }: TestPlayer): Promise<TestPlayer> {
  const session = { playerId, device: '', address: '', isBySteam: false };
  const token = await site.deps.db.transaction((tx) => startSession(tx, session));
  return { id: playerId, headers: { authorization: `Bearer ${token}` } };
}

describe('every call', () => {
  test('has a rule in the table of who may make it, or is one of staff', () => {
    const known = Object.values(CALLS).flat();
    expect(
      allRoutes()
        .filter((call) => !isStaffCall(call))
        .toSorted(),
    ).toEqual(known.toSorted());
    expect(staffCalls().length).toBeGreaterThan(30);
  });

  test('is mounted with the audience that its rule names', () => {
    const mounted = site.http.karat.calls.map(({ endpoint: { method, path }, audience }) => [
      `${method} ${path}`,
      audience,
    ]);
    const audienceOf = (call: string) =>
      isStaffCall(call) ? 'staff' : Object.entries(CALLS).find(([, calls]) => calls.includes(call))?.[0];
    expect(mounted).toEqual(mounted.map(([call]) => [call, audienceOf(call!)]));
  });

  test('for anyone needs no sign-in', async () => {
    // Except the call by which a loading page asks who is signed in.
    for (const [call, , code] of await makeCalls(CALLS.anyone, { query: { optional: '1' } })) {
      expect([call, code === 'unauthenticated' || code === 'forbidden']).toEqual([call, false]);
    }
  });

  test('for players is refused to visitors and open to signed-in players', async () => {
    expect(await makeCalls(CALLS.player)).toEqual(refusedAll(CALLS.player, 401, 'unauthenticated'));
    for (const call of CALLS.player) {
      const { headers } = await addPlayer(site.deps.db);
      const [, , code] = await makeCall(call, { headers });
      expect([call, code === 'unauthenticated' || code === 'forbidden']).toEqual([call, false]);
    }
  });

  test('for game servers is refused to players and staff', async () => {
    for (const role of ['user', 'admin'] as const) {
      const { headers } = await addPlayer(site.deps.db, role);
      const replies = await makeCalls(CALLS.gameServer, { headers });
      expect(replies).toEqual(refusedAll(CALLS.gameServer, 401, 'unauthenticated'));
    }
  });

  test('for operators is refused to visitors and players on other machines', async () => {
    const { headers } = await addPlayer(site.deps.db);
    for (const whose of [{}, headers]) {
      const replies = await makeCalls(CALLS.operator, { headers: { ...whose, 'x-forwarded-for': '127.0.0.1' } });
      expect(replies).toEqual(refusedAll(CALLS.operator, 403, 'forbidden'));
    }
  });
});

describe('every call of staff', () => {
  let admin: TestPlayer;
  beforeEach(async () => {
    admin = await addPlayer(site.deps.db, 'admin');
  });

  test('is refused to visitors with 401', async () => {
    const calls = staffCalls();
    expect(await makeCalls(calls)).toEqual(refusedAll(calls, 401, 'unauthenticated'));
  });

  test('is refused to players with 403', async () => {
    const calls = staffCalls();
    const { headers } = await addPlayer(site.deps.db);
    expect(await makeCalls(calls, { headers })).toEqual(refusedAll(calls, 403, 'forbidden'));
  });

  test('is refused to players who claim to be another', async () => {
    const calls = staffCalls();
    const player = await addPlayer(site.deps.db);
    const forged = { isAdmin: true, role: 'admin', userId: admin.id, id: admin.id, balance: 1_000_000 };
    const query = {
      isAdmin: 'true',
      role: 'admin',
      userId: String(admin.id),
      id: String(admin.id),
      balance: '1000000',
    };
    const headers = {
      ...player.headers,
      cookie: 'role=admin; isAdmin=true; username=admin',
      'x-role': 'admin',
      'x-admin': 'true',
      'x-user-id': String(admin.id),
      'x-forwarded-user': 'admin',
      'x-original-url': '/auth/me',
      'x-http-method-override': 'GET',
    };
    expect(await makeCalls(calls, { headers, query, payload: forged })).toEqual(refusedAll(calls, 403, 'forbidden'));
  });

  test('is refused to a banned admin with the old token', async () => {
    const calls = staffCalls();
    const { db } = site.deps;
    await db.sql`update players set state = 'banned' where id = ${admin.id}`;
    expect(await makeCalls(calls, { headers: admin.headers })).toEqual(refusedAll(calls, 401, 'unauthenticated'));
  });

  test('is refused to a demoted admin with the old and with a new token', async () => {
    const calls = staffCalls();
    const { db, sessions } = site.deps;
    expect(await makeCall('GET /admin/getAllTickets', { headers: admin.headers })).toMatchObject({ 1: 200 });
    await db.transaction(async (tx) => {
      await updateStaffRole(tx.sql, { playerId: admin.id, staffRole: null, isByAdmin: true });
      await endAllSessions(tx, { sessions, playerId: admin.id });
    });
    expect(await makeCalls(calls, { headers: admin.headers })).toEqual(refusedAll(calls, 401, 'unauthenticated'));
    const { headers } = await signInAgain(admin);
    expect(await makeCalls(calls, { headers })).toEqual(refusedAll(calls, 403, 'forbidden'));
  });
});
