import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listNotifications } from '#features/notifications/notifications.ts';
import { readWallet } from '#features/wallet/wallet.ts';
import { addItem, addPlayer, addToInventory, type TestPlayer } from '#testing/fixtures.ts';
import { openTab, type Tab } from '#testing/tab.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { quickSell } from './quick-sell.ts';

let site: TestSite;
let port: number;
let itemId: number;
let player: TestPlayer;
const tabs: Tab[] = [];

beforeAll(async () => {
  site = await createTestSite();
  port = await site.listen();
  itemId = await addItem(site.deps.db);
});
beforeEach(async () => {
  player = await addPlayer(site.deps.db);
});
afterEach(() => tabs.splice(0).forEach((tab) => tab.close()));
afterAll(() => site.close());

const giveItem = (options: { price?: number; state?: string } = {}) =>
  addToInventory(site.deps.db, { playerId: player.id, itemId, ...options });

async function ownSome(...prices: number[]): Promise<number[]> {
  const ids: number[] = [];
  for (const price of prices) ids.push(await giveItem({ price }));
  return ids;
}

function sell(id: number | string, { headers } = player, key?: string) {
  const keyed = key === undefined ? {} : { 'idempotency-key': key };
  return site.http.inject({ url: `/user/quickSellItem/${id}`, headers: { ...headers, ...keyed } });
}

function sellAll(itemIds: unknown, key?: string) {
  const headers = { ...player.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) };
  return site.http.inject({ method: 'POST', url: '/user/quickSellItems', headers, payload: { itemIds } });
}

const outcome = (reply: Awaited<ReturnType<typeof sell>>) => [reply.statusCode, reply.json().code];
const wallet = () => readWallet(site.deps.db.sql, player.id);

function lines() {
  return site.deps.db.sql<{ reference: string; amount: number; old: number; new: number }>`
    select type, reference, account, amount, old_balance as old, new_balance as new
    from ledger where player_id = ${player.id} order by id`;
}

async function readState(id: number): Promise<string | undefined> {
  const [row] = await site.deps.db.sql<{ state: string }>`select state from inventory where id = ${id}`;
  return row?.state;
}

async function open(): Promise<Tab> {
  const tab = openTab(port, { token: player.headers.authorization.slice('Bearer '.length) });
  tabs.push(tab);
  await tab.next('BALANCE_UPDATE');
  return tab;
}

describe('selling one item', () => {
  test('pays its price once and updates every tab', async () => {
    const id = await giveItem({ price: 700 });
    const [firstTab, secondTab] = [await open(), await open()];
    const reply = await sell(id);
    expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Item sold.', price: 700 }]);
    expect(await lines()).toEqual([
      { type: 'QUICK_SELL', reference: `sell:${id}`, account: 'house:items', amount: 700, old: 0, new: 700 },
    ]);
    for (const tab of [firstTab, secondTab]) {
      expect(await tab.next('BALANCE_UPDATE')).toEqual({ balance: 700, version: 1 });
      expect(await tab.next('INVENTORY_CHANGED')).toEqual({ soldIds: [id] });
    }
    expect(outcome(await sell(id))).toEqual([409, 'already_sold']);
    expect(await wallet()).toEqual({ balance: 700, version: 1 });
  });

  test('removes an item without value and moves nothing', async () => {
    const id = await giveItem({ price: 0 });
    expect((await sell(id)).json()).toEqual({ message: 'Item sold.', price: 0 });
    expect(await readState(id)).toBe('SOLD');
    expect(await lines()).toEqual([]);
    expect(await wallet()).toEqual({ balance: 0, version: 0 });
  });

  test.each([
    ['LISTED', 409, 'item_locked'],
    ['WITHDRAWING', 409, 'item_locked'],
    ['SOLD', 409, 'already_sold'],
    ['WITHDRAWN', 404, 'not_found'],
  ])('that is %s is refused with %i %s and changes nothing', async (state, status, code) => {
    const id = await giveItem({ state });
    expect(outcome(await sell(id))).toEqual([status, code]);
    expect(await readState(id)).toBe(state);
    expect(await lines()).toEqual([]);
  });

  test("is not found for an unknown item or another player's", async () => {
    const id = await giveItem();
    const thief = await addPlayer(site.deps.db);
    for (const reply of [await sell(id, thief), await sell(9_007_199_254_740_991)]) {
      expect([reply.statusCode, reply.json()]).toMatchObject([404, { code: 'not_found', message: 'Item not found.' }]);
    }
    expect(await readState(id)).toBe('OWNED');
  });

  test.each(['0', '-1', '1.5', 'abc', '1e3', '99999999999999999', '%00'])('refuses an invalid id: %s', async (id) => {
    expect(outcome(await sell(id))).toEqual([400, 'invalid']);
  });

  test('refuses visitors and cross-site requests', async () => {
    const id = await giveItem();
    expect(outcome(await site.http.inject(`/user/quickSellItem/${id}`))).toEqual([401, 'unauthenticated']);
    const cookie = `karat_session=${player.headers.authorization.slice('Bearer '.length)}`;
    const headers = { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };
    expect(outcome(await site.http.inject({ url: `/user/quickSellItem/${id}`, headers }))).toEqual([403, 'cross_site']);
    expect(await readState(id)).toBe('OWNED');
  });

  test('is allowed on a break, excluded or without a confirmed age, because it is no wager', async () => {
    const id = await giveItem({ price: 5 });
    await site.deps.db.sql`
      insert into safer_play (player_id, break_until, excluded_until, has_limits)
      values (${player.id}, now() + interval '1 day', now() + interval '1 day', true)`;
    await site.deps.db.sql`update players set age_confirmed_at = null where id = ${player.id}`;
    expect((await sell(id)).statusCode).toBe(200);
    expect((await wallet()).balance).toBe(5);
  });
});

describe('selling several', () => {
  test('writes one ledger row per item in one commit, with consecutive balances', async () => {
    const ids = await ownSome(100, 0, 250, 50);
    const tab = await open();
    const reply = await sellAll(ids.toReversed());
    expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Items sold.', soldIds: ids, price: 400 }]);
    expect((await lines()).map(({ reference, old, new: after }) => [reference, old, after])).toEqual([
      [`sell:${ids[0]}`, 0, 100],
      [`sell:${ids[2]}`, 100, 350],
      [`sell:${ids[3]}`, 350, 400],
    ]);
    expect(await tab.next('BALANCE_UPDATE')).toEqual({ balance: 400, version: 3 });
    expect(await tab.next('INVENTORY_CHANGED')).toEqual({ soldIds: ids });
    expect(tab.receivedCount('BALANCE_UPDATE')).toBe(0);
  });

  test('sells the free items once each and leaves the others', async () => {
    const [free, listed, sold] = [
      await giveItem({ price: 10 }),
      await giveItem({ state: 'LISTED' }),
      await giveItem({ state: 'SOLD' }),
    ];
    const other = await addPlayer(site.deps.db);
    const theirs = await addToInventory(site.deps.db, { playerId: other.id, itemId });
    const reply = await sellAll([free, listed, free, sold, theirs, 9_007_199_254_740_991, free]);
    expect(reply.json()).toMatchObject({ soldIds: [free], price: 10 });
    expect(await lines()).toHaveLength(1);
    expect([await readState(listed), await readState(theirs)]).toEqual(['LISTED', 'OWNED']);
  });

  test('is refused with the reason if no item is free', async () => {
    const [listed, sold] = [await giveItem({ state: 'LISTED' }), await giveItem({ state: 'SOLD' })];
    expect(outcome(await sellAll([sold]))).toEqual([409, 'already_sold']);
    expect(outcome(await sellAll([sold, listed]))).toEqual([409, 'item_locked']);
    expect(outcome(await sellAll([9_007_199_254_740_991]))).toEqual([404, 'not_found']);
  });

  test('accepts at most a hundred items', async () => {
    const ids = await ownSome(...Array.from({ length: 100 }, () => 3));
    expect((await sellAll([...ids, 1])).json()).toMatchObject({ message: 'You can sell up to 100 items at once.' });
    expect((await sellAll(ids)).json()).toMatchObject({ price: 300 });
    expect(await wallet()).toEqual({ balance: 300, version: 100 });
  });

  test.each([
    [[], 'You must select at least one item.'],
    [['1'], 'Invalid item.'],
    [[1.5], 'Invalid item.'],
    [[0], 'Invalid item.'],
    [[2 ** 53], 'Invalid item.'],
    [[null], 'Invalid item.'],
    [null, 'You must select at least one item.'],
    [undefined, 'You must select at least one item.'],
    ['all', 'You must select at least one item.'],
  ])('refuses %j', async (itemIds, message) => {
    const reply = await sellAll(itemIds);
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { code: 'invalid', message }]);
  });

  test('refuses visitors', async () => {
    const payload = { itemIds: [1] };
    expect(outcome(await site.http.inject({ method: 'POST', url: '/user/quickSellItems', payload }))).toEqual([
      401,
      'unauthenticated',
    ]);
  });
});

describe('concurrently', () => {
  test('fifty sales of one item pay once', async () => {
    const id = await giveItem({ price: 700 });
    const replies = await Promise.all(Array.from({ length: 50 }, () => sell(id)));
    const outcomes = replies.map((reply) => reply.json<{ code?: string }>().code ?? 'sold');
    expect(outcomes.filter((each) => each === 'sold')).toHaveLength(1);
    expect(outcomes.filter((each) => each === 'already_sold')).toHaveLength(49);
    expect(await lines()).toHaveLength(1);
    expect(await wallet()).toEqual({ balance: 700, version: 1 });
  });

  test('single sales and sales of several pay each item once', async () => {
    const ids = await ownSome(...Array.from({ length: 20 }, (_, index) => index + 1));
    const replies = await Promise.all([
      ...ids.map((id) => sell(id)),
      sellAll(ids),
      sellAll(ids.toReversed()),
      ...ids.toReversed().map((id) => sell(id)),
    ]);
    for (const reply of replies) expect([200, 409]).toContain(reply.statusCode);
    const paid = replies.filter(({ statusCode }) => statusCode === 200).map((reply) => reply.json<{ price: number }>());
    expect(paid.reduce((total, { price }) => total + price, 0)).toBe(210);
    expect(await wallet()).toEqual({ balance: 210, version: 20 });
    const written = await lines();
    expect(new Set(written.map(({ reference }) => reference)).size).toBe(20);
    written.forEach(({ old }, index) => expect(old).toBe(written[index - 1]?.new ?? 0));
  });
});

describe('with an Idempotency-Key', () => {
  test('a repeated sale gets the same reply and has one effect, also concurrently', async () => {
    const id = await giveItem({ price: 40 });
    const replies = await Promise.all(Array.from({ length: 20 }, () => sell(id, player, 'key-1')));
    replies.push(await sell(id, player, 'key-1'));
    for (const reply of replies) {
      expect([reply.statusCode, reply.body]).toEqual([200, '{"message":"Item sold.","price":40}']);
    }
    expect(await lines()).toHaveLength(1);
  });

  test('a repeated sale of several gets the same reply, even if more items are free by now', async () => {
    const [first, bound] = [await giveItem({ price: 1 }), await giveItem({ price: 2, state: 'LISTED' })];
    const before = await sellAll([first, bound], 'key-2');
    await site.deps.db.sql`update inventory set state = 'OWNED' where id = ${bound}`;
    const after = await sellAll([first, bound], 'key-2');
    expect([after.statusCode, after.body]).toEqual([200, before.body]);
    expect(await readState(bound)).toBe('OWNED');
  });

  test('a key is refused for another request or call', async () => {
    const [sold, unsold] = await ownSome(1, 2);
    await sell(sold!, player, 'key-3');
    for (const reply of [await sell(unsold!, player, 'key-3'), await sellAll([sold], 'key-3')]) {
      expect(outcome(reply)).toEqual([409, 'key_reused']);
    }
    expect(await readState(unsold!)).toBe('OWNED');
  });

  test('a refusal is not stored, so the key can be used again', async () => {
    const id = await giveItem({ price: 8, state: 'LISTED' });
    expect(outcome(await sell(id, player, 'key-4'))).toEqual([409, 'item_locked']);
    await site.deps.db.sql`update inventory set state = 'OWNED' where id = ${id}`;
    expect((await sell(id, player, 'key-4')).json()).toEqual({ message: 'Item sold.', price: 8 });
  });

  test('the same key of another player is independent', async () => {
    const [mine, other] = [await giveItem({ price: 1 }), await addPlayer(site.deps.db)];
    const theirs = await addToInventory(site.deps.db, { playerId: other.id, itemId });
    expect((await sell(mine, player, 'shared')).statusCode).toBe(200);
    expect((await sell(theirs, other, 'shared')).statusCode).toBe(200);
  });

  test('an invalid key is refused before anything is sold', async () => {
    const id = await giveItem();
    expect(outcome(await sell(id, player, 'no key!'))).toEqual([400, 'invalid']);
    expect(await readState(id)).toBe('OWNED');
  });
});

test('a rolled back sale leaves item, wallet and tabs unchanged', async () => {
  const ids = await ownSome(10, 20);
  const tab = await open();
  const { db, live } = site.deps;
  const failing = db.transaction(async (tx) => {
    await quickSell(tx, live, { playerId: player.id, itemIds: ids });
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect([await readState(ids[0]!), await readState(ids[1]!)]).toEqual(['OWNED', 'OWNED']);
  expect(await lines()).toEqual([]);
  await sell(ids[0]!);
  expect(await tab.next('BALANCE_UPDATE')).toEqual({ balance: 10, version: 1 });
  expect(await tab.next('INVENTORY_CHANGED')).toEqual({ soldIds: [ids[0]] });
});

describe('the notification of a sale', () => {
  const notifications = async () =>
    (await listNotifications(site.deps.db.sql, player.id)).map(({ icon, title, message }) => [icon, title, message]);

  test('names the item and its price', async () => {
    const tab = await open();
    await sell(await giveItem({ price: 1_234_567 }));
    expect(await notifications()).toEqual([
      ['sale', 'Item sold', 'P250 | Sand Dune (Field-Tested) sold for 1.234.567 diamonds'],
    ]);
    const [listed] = await listNotifications(site.deps.db.sql, player.id);
    expect(await tab.next('ADD_NOTIFICATION')).toEqual({ data: listed });
  });

  test('is sent once for items sold together', async () => {
    await sellAll(await ownSome(700, 800, 0));
    expect(await notifications()).toEqual([['sale', 'Items sold', '3 items sold for 1.500 diamonds']]);
  });

  test('is sent once for repeated requests and not after a refusal', async () => {
    const id = await giveItem({ price: 1 });
    for (let count = 0; count < 3; count += 1) await sell(id, player, 'the-same-key');
    expect(outcome(await sell(id))).toEqual([409, 'already_sold']);
    expect(await notifications()).toEqual([
      ['sale', 'Item sold', 'P250 | Sand Dune (Field-Tested) sold for 1 diamond'],
    ]);
  });
});
