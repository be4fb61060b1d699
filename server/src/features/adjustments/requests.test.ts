import type { AdjustmentRequest } from '@karat/contract/adjustments';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addSession, findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { createAdminCreditFixture, type AdminCreditFixture } from '#testing/admin-credit-fixture.ts';
import { addMission } from '#testing/mission-fixture.ts';
import { openTab } from '#testing/tab.ts';

let site: AdminCreditFixture;
let admin: TestPlayer;
let second: TestPlayer;
let player: TestPlayer;
beforeAll(async () => {
  site = await createAdminCreditFixture({ limit: 1_000 });
});
beforeEach(async () => {
  [admin, second] = [await site.newAdmin(), await site.newAdmin()];
  [player] = (await site.newHelpers(1)) as [TestPlayer];
});
afterAll(() => site.close());

const waitingOf = (body: object) => (body as { data: { adjustmentId: number } }).data.adjustmentId;
const decide = (id: number, approve = true, by = second) =>
  site.call('POST', `/admin/decideAdjustment/${id}`, by, { approve, reason: 'looked at it' });

async function listed(subjectId: number | null): Promise<AdjustmentRequest[]> {
  const { body } = await site.call('GET', '/admin/getAdjustments?limit=100', second);
  return (body['data'] as unknown as AdjustmentRequest[]).filter(({ subject }) => subject?.id === subjectId);
}

const readTitles = async ({ id }: TestPlayer) =>
  (await site.db.sql<{ title: string }>`select title from notifications where player_id = ${id} order by id`).map(
    ({ title }) => title,
  );

const readActions = async (subject: string) =>
  (await site.db.sql<{ action: string }>`select action from staff_actions where subject = ${subject} order by id`).map(
    ({ action }) => action,
  );

const claim = (missionId: number, who = player) => site.call('POST', `/user/claimMission/${missionId}`, who);

test('staff decide, and give on their own, from seven days after an admin gave them the role', async () => {
  const [helper] = (await site.newHelpers(1)) as [TestPlayer];
  const give = (by: TestPlayer, amount: number) =>
    site.call('POST', '/admin/adjustBalance', by, { userId: player.id, amount, reason: 'a late prize' });
  const role = { userId: helper.id, staffRole: 'finance' };
  expect((await site.call('PUT', '/admin/setStaffRole', admin, role)).status).toBe(200);
  const finance = await addSession(site.db, helper.id);
  const waiting = waitingOf((await give(admin, 5_000)).body);
  const outcomes = async () => [
    (await decide(waiting, true, finance)).status,
    ((await give(finance, 10)).body['data'] as { state?: string } | undefined)?.state,
  ];
  expect(await outcomes()).toEqual([403, 'waiting']);
  const titles = await readTitles(finance);
  expect(titles.filter((title) => title.includes('waiting'))).toEqual([]);
  await site.db.sql`update players set staff_role_since = now() - interval '7 days' where id = ${helper.id}`;
  expect(await outcomes()).toEqual([200, 'done']);
});

describe('a new mission above the limit', () => {
  test('is not on offer until a second person approves it', async () => {
    const form = site.missionForm({ reward: 5_000 });
    const reply = await site.call('POST', '/admin/addNewMission', admin, form);
    expect([reply.status, reply.body]).toEqual([
      200,
      { message: 'Waiting for a second person.', data: { state: 'waiting', adjustmentId: expect.any(Number) } },
    ]);
    expect((await readTitles(second)).at(-1)).toBe('A mission is waiting for a second person');
    const [request] = await listed(null);
    expect(request).toMatchObject({ kind: 'mission', user: null, subject: { id: null, name: form.title }, reason: '' });
    expect(request!.changes).toContainEqual({ field: 'reward', before: null, after: '5000' });
    expect(await site.db.sql`select from missions where title = ${form.title}`).toHaveLength(0);
    expect(waitingOf((await site.call('POST', '/admin/addNewMission', admin, form)).body)).toBe(waitingOf(reply.body));
    expect((await decide(waitingOf(reply.body))).body).toMatchObject({ message: 'Change approved.' });
    await site.countSaleFor([player]);
    const [mission] = await site.db.sql<{ id: number }>`select id from missions where title = ${form.title}`;
    expect((await claim(mission!.id)).body).toMatchObject({ reward: 5_000 });
    expect((await readTitles(admin)).at(-1)).toBe('Your change was approved');
  });

  test('is not created when refused or withdrawn', async () => {
    const form = site.missionForm({ reward: 5_000 });
    const ask = async () => waitingOf((await site.call('POST', '/admin/addNewMission', admin, form)).body);
    expect((await decide(await ask(), false)).body['data']).toMatchObject({ state: 'refused' });
    const taken = await site.call('POST', `/admin/withdrawAdjustment/${await ask()}`, admin);
    expect(taken.body['data']).toMatchObject({ state: 'withdrawn' });
    expect(await site.db.sql`select from missions where title = ${form.title}`).toHaveLength(0);
  });

  test('sends staff an event immediately', async () => {
    const token = second.headers.authorization.slice('Bearer '.length);
    const tab = openTab(await site.site.listen(), { token });
    await tab.next('BALANCE_UPDATE');
    await site.call('POST', '/admin/addNewMission', admin, site.missionForm({ reward: 5_000 }));
    expect(await tab.next('ADJUSTMENTS_CHANGED')).toEqual({});
    tab.close();
  });
});

describe('an edit of a mission above the limit', () => {
  test('leaves the mission unchanged until a second person approves it', async () => {
    const id = await addMission(site.db, { type: 'sell_items', target: 5, reward: 10, title: 'Sell five' });
    const form = site.missionForm({ title: 'Sell five', target: 1, reward: 5_000 });
    const edited = await site.call('PUT', `/admin/editMission/${id}`, admin, form);
    await site.countSaleFor([player]);
    expect((await claim(id)).body.code).toBe('mission_incomplete');
    expect((await listed(id))[0]!.changes).toEqual(
      expect.arrayContaining([
        { field: 'target', before: '5', after: '1' },
        { field: 'reward', before: '10', after: '5000' },
      ]),
    );
    await decide(waitingOf(edited.body));
    expect((await claim(id)).body).toMatchObject({ reward: 5_000 });
    expect(await readActions(`mission:${id}`)).toEqual(['mission.ask', 'mission.approve']);
  });

  test('to a lower reward needs no approval', async () => {
    const id = await addMission(site.db, { type: 'sell_items', target: 1, reward: 50_000 });
    const form = site.missionForm({ target: 1, reward: 49_000 });
    expect((await site.call('PUT', `/admin/editMission/${id}`, admin, form)).body).toMatchObject({
      message: 'MIssion updated successfully!',
    });
    await site.countSaleFor([player]);
    expect((await claim(id)).body).toMatchObject({ reward: 49_000 });
  });
});

describe('a reward that its admin’s limit does not cover', () => {
  async function addSmall(reward = 5): Promise<number> {
    const { body } = await site.call('POST', '/admin/addNewMission', admin, site.missionForm({ reward }));
    return (body as unknown as { data: { id: number } }).data.id;
  }
  const useUp = (amount: number) =>
    site.call('POST', '/admin/adjustBalance', admin, { userId: player.id, amount, reason: 'a late prize' });

  test('stays due, requests approval once, and is paid after the approval', async () => {
    const id = await addSmall();
    await site.countSaleFor([player]);
    await useUp(996);
    const before = (await readTitles(second)).length;
    for (let times = 0; times < 3; times += 1) {
      const refused = await claim(id);
      expect([refused.status, refused.body.code]).toEqual([409, 'awaiting_approval']);
    }
    expect(await readTitles(second)).toHaveLength(before + 1);
    const [request, ...others] = await listed(id);
    expect([others, request!.state]).toEqual([[], 'waiting']);
    expect((await decide(request!.id, true, admin)).status).toBe(403);
    await decide(request!.id);
    expect((await claim(id)).body).toMatchObject({ reward: 5 });
    expect(await site.balances([player])).toBe(1_001);
  });

  test('is not approved together with a lower one that replaced it', async () => {
    const id = await addSmall(8);
    await site.countSaleFor([player]);
    await useUp(996);
    await site.call('PUT', `/admin/editMission/${id}`, admin, site.missionForm({ reward: 1 }));
    await site.db.transaction(async ({ sql }) => {
      await sql`update missions set unapproved_by = null, unapproved_since = null, approved_reward = 1 where id = ${id}`;
    });
    expect((await claim(id)).body.code).toBe('awaiting_approval');
    const [request] = await listed(id);
    expect(request!.changes).toContainEqual({ field: 'reward', before: null, after: '8' });
    await decide(request!.id);
    expect((await claim(id)).body).toMatchObject({ reward: 8 });
  });
});

describe('a price above the limit', () => {
  test('of an item waits, and is applied as requested', async () => {
    const { id, form } = await site.newItem();
    await site.giveMany(player, id, 2);
    const edited = await site.call('PUT', `/admin/editItem/${id}`, admin, form(5_000));
    expect(edited.body).toMatchObject({ message: 'Waiting for a second person.', data: { state: 'waiting' } });
    const price = async () =>
      (await site.db.sql<{ price: number }>`select price from items where id = ${id}`)[0]!.price;
    expect(await price()).toBe(100);
    const [request] = await listed(id);
    expect(request).toMatchObject({ kind: 'item', amount: 9_800 });
    expect(request!.changes).toContainEqual({ field: 'price', before: '100', after: '5000' });
    await decide(request!.id);
    expect(await price()).toBe(5_000);
    expect(await site.depositAll(await site.newDepositor(id))).toBe('CREATED');
    expect(await readActions(`item:${id}`)).toEqual(['item.ask', 'item.approve']);
  });

  test('of a deposited skin is confirmed by a second person', async () => {
    const { id, form } = await site.newItem();
    await site.call('PUT', `/admin/editItem/${id}`, admin, form(2_000));
    const depositor = await site.newDepositor(id);
    expect([await site.depositAll(depositor), await site.depositAll(depositor)]).toEqual(
      Array(2).fill('awaiting_approval'),
    );
    const requests = await listed(id);
    expect(requests).toHaveLength(1);
    await decide(requests[0]!.id);
    expect(await site.depositAll(depositor)).toBe('CREATED');
  });

  test('that jumped waits, and its approval does not apply to a newer one', async () => {
    const { id } = await site.newItem();
    await site.giveMany(player, id, 2);
    await site.db.sql`insert into held_prices (item_id, fresh_price) values (${id}, 5000)`;
    const body = { isAccepted: true, price: 5_000 };
    const waitingId = waitingOf((await site.call('POST', `/admin/decidePrice/${id}`, admin, body)).body);
    await site.db.sql`update held_prices set fresh_price = 6000 where item_id = ${id}`;
    expect((await decide(waitingId)).body.code).toBe('price_changed');
    await site.db.sql`update held_prices set fresh_price = 5000 where item_id = ${id}`;
    expect((await decide(waitingId)).status).toBe(200);
    const [item] = await site.db.sql`select price, price_set_by, approved_price from items where id = ${id}`;
    expect(item).toEqual({ price: 5_000, price_set_by: null, approved_price: null });
  });
});

test('does not count a failed deposit', async () => {
  const { id, form } = await site.newItem();
  await site.call('PUT', `/admin/editItem/${id}`, admin, form(1_000));
  const depositor = await site.newDepositor(id);
  expect(await site.depositAll(depositor)).toBe('CREATED');
  const [offer] = await site.db.sql<{ id: number }>`select id from trade_offers where player_id = ${depositor.id}`;
  await site.call('POST', `/user/cancelTradeOffer/${offer!.id}`, depositor);
  await site.processOffers();
  expect(
    await site.db.sql`select from unapproved_credits where subject_id = ${offer!.id} and kind = 'deposit'`,
  ).toEqual([]);
});

test('leaves the books correct, except for items created by the test', async () => {
  expect((await findBreaches(site.db)).filter((breach) => !breach.startsWith('I13'))).toEqual([]);
});
