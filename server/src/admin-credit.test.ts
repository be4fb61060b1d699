import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Endpoint } from '@karat/contract/endpoint';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addSession, findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { addMission } from '#testing/mission-fixture.ts';
import { createAdminCreditFixture, type AdminCreditFixture } from '#testing/admin-credit-fixture.ts';

/** The maximum that one person may give within a day. */
const LIMIT = 1_000;

let site: AdminCreditFixture;
let admin: TestPlayer;
beforeAll(async () => {
  site = await createAdminCreditFixture({ limit: LIMIT });
});
beforeEach(async () => {
  admin = await site.newAdmin();
  await site.db.sql`update missions set is_active = false, revision = revision + 1000`;
});
afterAll(() => site.close());

/** Every staff call that cannot create a credit, and why. */
const CANNOT_CREDIT: Readonly<Record<string, string>> = {
  'GET /admin/getAdjustmentTerms/:userId': 'reads',
  'GET /admin/getAdjustments': 'reads',
  'GET /admin/getAlerts': 'reads',
  'GET /admin/getAllCases': 'reads',
  'GET /admin/getAllItems': 'reads',
  'GET /admin/getAllListings': 'reads',
  'GET /admin/getAllMissions': 'reads',
  'GET /admin/getAllRooms': 'reads',
  'GET /admin/getAllRouletteRounds': 'reads',
  'GET /admin/getAllTickets': 'reads',
  'GET /admin/getAllTradeOffers': 'reads',
  'GET /admin/getAllTransactions': 'reads',
  'GET /admin/getAllUsers': 'reads',
  'GET /admin/getAllUsersByBalance': 'reads',
  'GET /admin/getBetsByUserId/:userId': 'reads',
  'GET /admin/getInventoryByUserId/:userId': 'reads',
  'GET /admin/getLogs/:date': 'reads',
  'GET /admin/getOnlineUsers': 'reads',
  'GET /admin/getOpenedCases': 'reads',
  'GET /admin/getPrices': 'reads',
  'GET /admin/getReport': 'reads',
  'GET /admin/getReportRows': 'reads',
  'GET /admin/getSkinChanges': 'reads',
  'GET /admin/getReturns': 'reads',
  'GET /admin/getRouletteRoundById/:id': 'reads',
  'GET /admin/getRoundDays': 'reads',
  'GET /admin/getRoundTotalsByDate/:date': 'reads',
  'GET /admin/getTransactionById/:transactionId': 'reads',
  'GET /admin/getTransactionsByUserId/:userId': 'reads',
  'GET /admin/getUserInfoById/:userId': 'reads',
  'GET /admin/search': 'reads',
  'GET /admin/verifyStaffLog': 'reads',
  'GET /admin/getSwitches': 'reads',
  'GET /admin/getAlarms': 'reads',
  'GET /admin/getBalanceChange/:userId': 'reads',
  'GET /admin/getLinkedAccounts/:userId': 'reads',
  'GET /admin/getNotable': 'reads',
  'GET /admin/getNotes/:userId': 'reads',
  'GET /admin/getUserActivity/:userId': 'reads',
  'GET /admin/getUserTotals/:userId': 'reads',
  'POST /admin/addNote/:userId': 'writes text for staff',
  'GET /admin/getAnnouncements': 'reads',
  'GET /admin/getUserByUsername': 'reads',
  'POST /admin/searchItems': 'reads',
  'GET /rcon/getGameServers': 'reads',
  'GET /rcon/checkStatus': 'reads',
  'POST /admin/setUserState': 'bans and unbans; a ban gives stakes of open rooms back to their owners',
  'POST /admin/signOutUser': 'ends sessions',
  'POST /admin/removeSecondFactor': 'removes factors of a sign-in and ends sessions',
  'POST /admin/releaseExclusion': 'lets a player wager again; no diamonds move',
  'POST /admin/deleteChatMessage/:id': 'removes text',
  'POST /admin/deleteRoomMessage/:id': 'removes text',
  'POST /admin/muteUser': 'silences',
  'POST /admin/setSlowMode': 'slows the chat down',
  'POST /admin/setResidents': 'lets programs play in a sandbox, or stops them',
  'PATCH /admin/closeTicket': 'closes a conversation',
  'POST /admin/setSwitch/:name': 'refuses calls, or stops refusing them',
  'POST /admin/testAlarms': 'sends a test to the operator',
  'POST /admin/setCasePaused/:id': 'refuses openings; resuming requires the same house edge as saving',
  'POST /admin/addAnnouncement': 'shows text',
  'PUT /admin/editAnnouncement/:id': 'shows text',
  'POST /admin/endAnnouncement/:id': 'removes text',
  'POST /admin/withdrawAdjustment/:adjustmentId': 'takes a request back that has moved nothing',
  'POST /admin/approveWithdrawal/:offerId': 'sends a skin that its player owns; no diamonds move',
  'POST /admin/cancelTradeOffer/:offerId': 'frees the bound item, or ends a deposit before it is credited',
  'POST /admin/clearFlag': 'frees items and holds that the player has already',
  'POST /admin/removeListing/:listingId': 'gives the item back to its seller; no diamonds move',
  'POST /admin/voidGameRoom/:roomId': 'gives each player their own stake back',
  'POST /admin/refreshPrices': 'reads the feed, which no admin writes; jumps wait for a decision',
  'POST /rcon/cmd': 'may decide a match: its pot is the stakes of its own players, nothing is created',
};

const approvedMission = (changed: object = {}) =>
  addMission(site.db, { type: 'sell_items', target: 1, reward: 5, ...changed });

async function states(calls: readonly ReturnType<AdminCreditFixture['call']>[]): Promise<string[]> {
  const replies = await Promise.all(calls);
  return replies.map(({ body }) => (body.data as { state?: string } | undefined)?.state ?? body.code ?? 'done');
}

const adjust = (player: TestPlayer, amount: number) =>
  site.call('POST', '/admin/adjustBalance', admin, { userId: player.id, amount, reason: 'a late prize' });

/**
 * All players claim at once, one mission after the other; returns how many claims were paid. All missions at once would be more
 * than the server accepts on a slow machine, since claims wait for each other.
 */
async function claimAll(missionIds: readonly number[], helpers: readonly TestPlayer[]): Promise<number> {
  const replies: Awaited<ReturnType<typeof site.call>>[] = [];
  for (const id of missionIds) {
    replies.push(
      ...(await Promise.all(helpers.map((helper) => site.call('POST', `/user/claimMission/${id}`, helper)))),
    );
  }
  expect(new Set(replies.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(['awaiting_approval']),
  );
  return replies.filter(({ status }) => status === 200).length;
}

type Attempt = [call: string, how: string, tries: () => Promise<number>];

/** Every other staff call, with attempts to create more than the limit. Each returns how many diamonds were created. */
const ATTEMPTS: readonly Attempt[] = [
  [
    'POST /admin/adjustBalance',
    'in one change, in small ones, for several players and for oneself, all at once',
    async () => {
      const helpers = await site.newHelpers(12);
      const reply = await adjust(admin, 1);
      expect(reply.status).toBe(403);
      await Promise.all([adjust(helpers[0]!, LIMIT + 1), ...helpers.map((helper) => adjust(helper, 100))]);
      await Promise.all(helpers.map((helper) => adjust(helper, 10)));
      return site.balances([...helpers, admin]);
    },
  ],
  [
    'PUT /admin/setStaffRole',
    'by own accounts that get a role, change balances and decide',
    async () => {
      const [helper, ...accounts] = (await site.newHelpers(4)) as [TestPlayer, ...TestPlayer[]];
      const { body } = await adjust(helper, 5_000);
      const waiting = (body.data as unknown as { adjustmentId: number }).adjustmentId;
      for (const [index, { id: userId }] of accounts.entries()) {
        const staffRole = index === 0 ? 'admin' : 'finance';
        expect((await site.call('PUT', '/admin/setStaffRole', admin, { userId, staffRole })).status).toBe(200);
        const account = await addSession(site.db, userId);
        const given = { userId: helper.id, amount: 500, reason: 'a late prize' };
        expect(await states([site.call('POST', '/admin/adjustBalance', account, given)])).toEqual(['waiting']);
        const verdict = { approve: true, reason: 'why not' };
        const decided = await site.call('POST', `/admin/decideAdjustment/${waiting}`, account, verdict);
        expect([decided.status, decided.body.message]).toEqual([
          403,
          'Your role is too new. You may decide seven days after you got it.',
        ]);
      }
      return site.balances([helper, ...accounts]);
    },
  ],
  [
    'POST /admin/decideAdjustment/:adjustmentId',
    'by approving what one has asked for',
    async () => {
      const [helper] = (await site.newHelpers(1)) as [TestPlayer];
      const { body } = await adjust(helper, 5_000);
      const mission = await site.call('POST', '/admin/addNewMission', admin, site.missionForm({ reward: 5_000 }));
      for (const { data } of [body, mission.body] as unknown as { data: { adjustmentId: number; state: string } }[]) {
        expect(data.state).toBe('waiting');
        const url = `/admin/decideAdjustment/${data.adjustmentId}`;
        expect((await site.call('POST', url, admin, { approve: true, reason: 'why not' })).status).toBe(403);
      }
      return site.balances([helper]);
    },
  ],
  [
    'POST /admin/addNewMission',
    'in one mission, in several, by accounts that come later, and with adjustments',
    async () => {
      const add = (reward: number) => site.call('POST', '/admin/addNewMission', admin, site.missionForm({ reward }));
      expect(await states([add(LIMIT + 1), add(LIMIT)])).toEqual(['waiting', 'waiting']);
      const missionIds: number[] = [];
      for (let count = 0; count < 3; count += 1) missionIds.push(((await add(4)).body.data as { id: number }).id);
      const helpers = await site.newHelpers(30);
      await site.countSaleFor(helpers);
      const [other] = (await site.newHelpers(1)) as [TestPlayer];
      expect(await states([adjust(other, 800)])).toEqual(['done']);
      await Promise.all([claimAll(missionIds, helpers), ...helpers.slice(0, 5).map((helper) => adjust(helper, 20))]);
      return site.balances([...helpers, other]);
    },
  ],
  [
    'PUT /admin/editMission/:id',
    'by a higher reward, a lower target, another type, and one that is on the page again',
    async () => {
      const edit = (id: number, changed: object) =>
        site.call('PUT', `/admin/editMission/${id}`, admin, site.missionForm(changed));
      const missionIds = [
        await approvedMission(),
        await approvedMission({ target: 500 }),
        await approvedMission({ type: 'bet_roulette' }),
        await approvedMission(),
      ];
      expect(await states(missionIds.map((id) => edit(id, { reward: LIMIT })))).toEqual(Array(4).fill('waiting'));
      await edit(missionIds[0]!, { reward: 6 });
      await edit(missionIds[1]!, {});
      await edit(missionIds[2]!, {});
      await edit(missionIds[3]!, { isActive: false });
      await edit(missionIds[3]!, { isActive: true });
      const helpers = await site.newHelpers(60);
      await site.countSaleFor(helpers);
      await claimAll(missionIds, helpers);
      return site.balances(helpers);
    },
  ],
  [
    'POST /admin/addNewItem',
    'by a price for a skin that others then deposit, all at once',
    async () => {
      const { body } = await site.call('POST', '/admin/addNewItem', admin, site.itemForm({ itemPrice: 400 }));
      const { id } = body.data as { id: number };
      const helpers = await Promise.all(Array.from({ length: 5 }, () => site.newDepositor(id)));
      const outcomes = await Promise.all(helpers.map((helper) => site.depositAll(helper)));
      expect(outcomes.toSorted()).toEqual([...Array(2).fill('CREATED'), ...Array(3).fill('awaiting_approval')]);
      await site.settleDeposits();
      return site.balances(helpers);
    },
  ],
  [
    'PUT /admin/editItem/:id',
    'by rises of what players hold, in one edit and in small ones',
    async () => {
      const { id, form } = await site.newItem();
      const [helper] = (await site.newHelpers(1)) as [TestPlayer];
      await site.giveMany(helper, id, 5);
      const edit = (price: number) => site.call('PUT', `/admin/editItem/${id}`, admin, form(price));
      expect(await states([edit(301)])).toEqual(['waiting']);
      for (const [price, state] of [
        [200, 'done'],
        [299, 'done'],
        [301, 'waiting'],
      ] as const) {
        expect(await states([edit(price)])).toEqual([state]);
      }
      const [item] = await site.db.sql<{ price: number }>`select price from items where id = ${id}`;
      return (item!.price - 100) * 5;
    },
  ],
  [
    'PUT /admin/editItem/:id',
    'by a rise for skins that others then deposit, and by another name for an expensive one',
    async () => {
      const [raised, renamed] = [await site.newItem(), await site.newItem()];
      await site.call('PUT', `/admin/editItem/${raised.id}`, admin, raised.form(500));
      await site.call('PUT', `/admin/editItem/${renamed.id}`, admin, renamed.form(100, { skinName: 'Cheap one' }));
      const itemIds = [...Array(4).fill(raised.id), ...Array(4).fill(renamed.id)] as number[];
      const helpers = await Promise.all(itemIds.map((id) => site.newDepositor(id)));
      const outcomes = await Promise.all(helpers.map((helper) => site.depositAll(helper)));
      await site.settleDeposits();
      const deposited = outcomes.slice(0, 4).filter((outcome) => outcome === 'CREATED').length;
      // The previous value of the skins does not count as a credit.
      return (await site.balances(helpers)) - deposited * 100;
    },
  ],
  [
    'POST /admin/decidePrice/:itemId',
    'by accepting a jump of what players hold, or of what they then deposit',
    async () => {
      const [ownedItem, unownedItem] = [await site.newItem(), await site.newItem()];
      const [helper] = (await site.newHelpers(1)) as [TestPlayer];
      await site.giveMany(helper, ownedItem.id, 3);
      await site.db
        .sql`insert into held_prices (item_id, fresh_price) values (${ownedItem.id}, 600), (${unownedItem.id}, 600)`;
      const accept = (id: number) =>
        site.call('POST', `/admin/decidePrice/${id}`, admin, { isAccepted: true, price: 600 });
      expect(await states([accept(ownedItem.id)])).toEqual(['waiting']);
      expect(await states([accept(ownedItem.id), accept(unownedItem.id)])).toEqual(['waiting', 'done']);
      const helpers = await Promise.all(Array.from({ length: 4 }, () => site.newDepositor(unownedItem.id)));
      await Promise.all(helpers.map((each) => site.depositAll(each)));
      await site.settleDeposits();
      return (await site.balances(helpers)) - 2 * 100;
    },
  ],
  [
    'POST /admin/retryTradeOffer/:offerId',
    'by having deposits of another day credited today',
    async () => {
      const { id, form } = await site.newItem();
      await site.call('PUT', `/admin/editItem/${id}`, admin, form(900));
      const [early, late] = [await site.newDepositor(id), await site.newDepositor(id)];
      expect(await site.depositAll(early)).toBe('CREATED');
      await site.db.sql`update trade_offers set state = 'FAILED', check_at = null where player_id = ${early.id}`;
      await site.letDayPass();
      expect(await site.depositAll(late)).toBe('CREATED');
      const [offer] = await site.db.sql<{ id: number }>`select id from trade_offers where player_id = ${early.id}`;
      const retried = await site.call('POST', `/admin/retryTradeOffer/${offer!.id}`, admin);
      expect([retried.status, retried.body.code]).toEqual([409, 'awaiting_approval']);
      await site.settleDeposits();
      return (await site.balances([early, late])) - 100;
    },
  ],
  [
    'POST /admin/addNewCase',
    'by a case that gives back more than it costs',
    () => tryCases('POST', '/admin/addNewCase'),
  ],
  ['PUT /admin/editCase/:id', 'by a case that gives back more than it costs', () => tryCases('PUT')],
];

/** A case with one item below its quick-sell price is refused, also if the item was cheap when the case was saved. */
async function tryCases(method: 'POST' | 'PUT', url?: string): Promise<number> {
  const { id, form } = await site.newItem();
  const boxForm = (casePrice: number) => ({
    caseName: `Sure thing ${id}`,
    casePrice,
    caseImgUrl: 'https://pictures.example/case.png',
    items: [{ id, drop_rate: 100 }],
  });
  const created = await site.call('POST', '/admin/addNewCase', admin, boxForm(100));
  const target = url ?? `/admin/editCase/${(created.body.data as { id: number }).id}`;
  for (const price of [1, 89, 90, 94])
    expect((await site.call(method, target, admin, boxForm(price))).status).toBe(400);
  await site.call('PUT', `/admin/editItem/${id}`, admin, form(200));
  const [helper] = (await site.newHelpers(1)) as [TestPlayer];
  await adjust(helper, 500);
  const opened = await site.call('GET', `/case/openCase/Sure%20thing%20${id}`, helper);
  expect(opened.body.code).toBe('case_paused');
  return site.balances([helper]);
}

async function staffCalls(): Promise<string[]> {
  const folder = path.resolve(import.meta.dirname, '../../contract/src');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const modules = await Promise.all(
    files.map((name) => import(pathToFileURL(path.join(folder, name)).href) as Promise<Record<string, unknown>>),
  );
  return modules
    .flatMap((module) => Object.values(module) as Partial<Endpoint>[])
    .filter((value) => /^\/(?:admin|rcon)\//.test(value?.path ?? '') && value.method !== undefined)
    .map(({ method, path: address }) => `${method} ${address}`);
}

describe('one person alone', () => {
  test('has no call that this test misses', async () => {
    const known = [...Object.keys(CANNOT_CREDIT), ...ATTEMPTS.map(([call]) => call)];
    expect([...new Set(known)].toSorted()).toEqual((await staffCalls()).toSorted());
  });

  test.each(ATTEMPTS)('creates no more than the limit by %s: %s', async (_, __, tries) => {
    expect(await tries()).toBeLessThanOrEqual(LIMIT);
  });
});

test('causes no breach except for items created by the tests', async () => {
  expect((await findBreaches(site.db)).filter((breach) => !breach.startsWith('I13'))).toEqual([]);
});
