import type { Item } from '@karat/contract/items';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPlayer } from '#testing/fixtures.ts';
import { createStaffCalls, type StaffCalls } from '#testing/staff-calls.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
let staffCalls: StaffCalls;

beforeAll(async () => {
  site = await createTestSite();
  staffCalls = await createStaffCalls(site);
});
afterAll(() => site.close());

const add = (changed: Record<string, unknown> = {}) =>
  staffCalls.call('POST', '/admin/addNewItem', staffCalls.itemForm(changed));

/** The form of an edit has another field name for the price. */
function editForm(changed: Record<string, unknown> = {}): Record<string, unknown> {
  const { itemPrice: price, ...form } = staffCalls.itemForm();
  return { ...form, price, ...changed };
}
const edit = (id: number | string, form: Record<string, unknown>) =>
  staffCalls.call('PUT', `/admin/editItem/${id}`, form);

const readActions = (subject: string) => site.deps.db.sql<{
  action: string;
  actorId: number;
  before: Item;
  after: Item;
}>`
  select action, actor_id as "actorId", before, after from staff_actions where subject = ${subject} order by id`;

describe('a new item', () => {
  test('has the fields of its form and those that follow from them', async () => {
    const reply = await add({ skinName: '  Redline ', itemPrice: 12_345 });
    expect([reply.statusCode, reply.json().message]).toEqual([200, 'Item added successfully']);
    const { data } = reply.json();
    expect(data).toEqual({
      id: data.id,
      itemName: 'AK-47',
      skinName: 'Redline',
      image: 'https://pictures.example/ak.png',
      skinExterior: 'Field-Tested',
      skinRarity: 'Classified',
      weaponType: 'Rifle',
      price: 12_345,
      min_price: 12_345,
      quick_sell_price: 11_110,
      market_hash_name: 'AK-47 | Redline (Field-Tested)',
    });
    expect(await readActions(`item:${data.id}`)).toMatchObject([
      { action: 'item.add', actorId: staffCalls.admin.id, after: data },
    ]);
  });

  test.each([
    [0.2, 1, 0],
    [10.5, 11, 9],
    [99, 99, 89],
    [1_000_000_000, 1_000_000_000, 900_000_000],
  ])('of price %d costs %d whole diamonds and sells for %d', async (itemPrice, price, sells) => {
    expect(await staffCalls.addItem({ itemPrice })).toMatchObject({ price, min_price: price, quick_sell_price: sells });
  });

  test('is unique per skin and exterior, also when added twice concurrently', async () => {
    await staffCalls.addItem({ skinName: 'Once' });
    expect((await add({ skinName: 'Once', skinExterior: 'Well-Worn' })).statusCode).toBe(200);
    const refused = await add({ skinName: 'Once' });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'taken']);
    const racing = await Promise.all(Array.from({ length: 4 }, () => add({ skinName: 'Raced' })));
    expect(racing.map(({ statusCode }) => `${statusCode}`).toSorted()).toEqual(['200', '409', '409', '409']);
  });

  test.each([
    ['itemName', '', 'Item name is required'],
    ['itemName', '   ', 'Item name is required'],
    ['itemName', undefined, 'Item name is required'],
    ['skinName', null, 'Skin name is required'],
    ['skinExterior', 'Mint', 'Skin exterior is required'],
    ['skinRarity', '', 'Skin rarity is required'],
    ['weaponType', 'Gloves', 'Weapon type is required'],
    ['itemImgUrl', 'https://pictures.example/ak', 'Must be an image URL'],
    ['itemImgUrl', 'javascript:alert(1).png', 'Must be an image URL'],
    ['itemImgUrl', '/img/skin/x.webp', 'Must be an image URL'],
    ['itemPrice', '100', 'Price must be a number'],
    ['itemPrice', null, 'Price must be a number'],
    ['itemPrice', true, 'Price must be a number'],
    ['itemPrice', 0, 'Price must be greater than 0'],
    ['itemPrice', -5, 'Price must be greater than 0'],
    ['itemPrice', 1_000_000_001, 'Price is too high'],
  ])('with %s = %j is refused in the words of the form', async (field, value, sentence) => {
    const reply = await add({ [field]: value });
    expect([reply.statusCode, reply.json().code, reply.json().message]).toEqual([400, 'invalid', sentence]);
    expect(reply.json().issues[0]).toEqual({ path: field, message: sentence });
  });

  test('ignores fields that callers may not set', async () => {
    const item = await staffCalls.addItem({ id: 1, min_price: 5, quick_sell_price: 999_999, market_hash_name: 'x' });
    expect(item).toMatchObject({ min_price: 1_000, quick_sell_price: 900 });
    expect(item.market_hash_name).toMatch(/^AK-47 \| /);
  });
});

describe('a picture of our own', () => {
  const storedUrl = async (id: number) =>
    (await site.deps.db.sql<{ image: string }>`select image from items where id = ${id}`)[0]!.image;

  test.each([
    ['http://localhost:80/img/skin/abc-256.webp', '/img/skin/abc-256.webp'],
    ['http://127.0.0.1/img/skin/abc-256.webp?v=2', '/img/skin/abc-256.webp?v=2'],
    ['https://localhost/img/skin/abc-256.webp', 'https://localhost/img/skin/abc-256.webp'],
    ['http://localhost.evil.example/a.png', 'http://localhost.evil.example/a.png'],
  ])('is stored as a path: %s', async (itemImgUrl, path) => {
    expect(await storedUrl((await staffCalls.addItem({ itemImgUrl })).id)).toBe(path);
  });

  test("is returned as an absolute address of the caller's origin", async () => {
    const { id, market_hash_name } = await staffCalls.addItem({ itemImgUrl: 'http://localhost/img/skin/abc-256.webp' });
    const { data } = (
      await site.http.inject({
        method: 'POST',
        url: '/admin/searchItems',
        headers: { ...staffCalls.admin.headers, host: 'karat.local:3000' },
        payload: { market_hash_name },
      })
    ).json();
    expect(data).toMatchObject([{ id, image: 'http://karat.local:3000/img/skin/abc-256.webp' }]);
  });
});

describe('an edit', () => {
  test('changes everything that follows from the form, and is recorded', async () => {
    const before = await staffCalls.addItem();
    const form = editForm({ skinName: 'Renamed', skinExterior: 'Factory New', weaponType: 'Knife', price: 55.4 });
    const reply = await edit(before.id, form);
    expect([reply.statusCode, reply.json().message]).toEqual([200, 'Item updated successfully!']);
    const after = {
      ...before,
      skinName: 'Renamed',
      skinExterior: 'Factory New',
      weaponType: 'Knife',
      price: 55,
      min_price: 55,
      quick_sell_price: 49,
      market_hash_name: 'AK-47 | Renamed (Factory New)',
    };
    expect(reply.json().data).toEqual(after);
    const [, action] = await readActions(`item:${before.id}`);
    expect(action).toEqual({ action: 'item.edit', actorId: staffCalls.admin.id, before, after });
  });

  test('to the skin of another item is refused and changes nothing', async () => {
    const [one, other] = [await staffCalls.addItem(), await staffCalls.addItem()];
    const reply = await edit(one.id, editForm({ skinName: other.skinName, price: 7 }));
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'taken']);
    const found = await staffCalls.call('POST', '/admin/searchItems', { market_hash_name: one.market_hash_name });
    expect(found.json().data).toEqual([one]);
    expect(await readActions(`item:${one.id}`)).toHaveLength(1);
  });

  test('without changes is accepted', async () => {
    const { id, skinName } = await staffCalls.addItem();
    expect((await edit(id, editForm({ skinName }))).statusCode).toBe(200);
  });

  test.each([
    ['4040404', 404, 'not_found'],
    ['0', 400, 'invalid'],
    ['1e3', 400, 'invalid'],
    ['99999999999999999', 400, 'invalid'],
  ])('of item %s answers %d', async (id, status, code) => {
    const reply = await edit(id, editForm());
    expect([reply.statusCode, reply.json().code]).toEqual([status, code]);
  });

  test.each([
    ['price', undefined, 'Price must be a number'],
    ['price', 0, 'Price must be greater than 0'],
    ['itemImgUrl', 'ftp://pictures.example/a.png', 'Must be an image URL'],
  ])('with %s = %j is refused in the words of the form', async (field, value, sentence) => {
    const { id } = await staffCalls.addItem();
    const reply = await edit(id, editForm({ [field]: value }));
    expect([reply.statusCode, reply.json().message]).toEqual([400, sentence]);
  });
});

describe('the list', () => {
  test('has twelve items per page by market name, with their position', async () => {
    for (let count = 0; count < 13; count += 1) await staffCalls.addItem();
    const all = (await staffCalls.call('GET', '/admin/getAllItems?limit=100')).json();
    const names = (all.data.items as Item[]).map(({ market_hash_name }) => market_hash_name);
    expect(names).toEqual(names.toSorted());
    expect(all.pagination).toEqual({ totalResults: names.length, resultsPerPage: 100, currentPage: 1 });
    const second = (await staffCalls.call('GET', '/admin/getAllItems?page=2')).json();
    expect(second.pagination).toEqual({ totalResults: names.length, resultsPerPage: 12, currentPage: 2 });
    expect((second.data.items as Item[]).map(({ market_hash_name }) => market_hash_name)).toEqual(names.slice(12, 24));
    const beyond = (await staffCalls.call('GET', '/admin/getAllItems?page=1000000')).json();
    expect([beyond.data.items, beyond.pagination.totalResults]).toEqual([[], names.length]);
  });
});

describe('a search', () => {
  const search = async (text: unknown) =>
    ((await staffCalls.call('POST', '/admin/searchItems', { market_hash_name: text })).json().data as Item[]).map(
      ({ skinName }) => skinName,
    );

  test('finds part of a name regardless of case, Turkish letters included, and treats wildcards literally', async () => {
    for (const skinName of ['Işık Şafağı', '100%_pure\\gold', 'Plain']) {
      await staffCalls.addItem({ itemName: 'Searched', skinName });
    }
    expect(await search('SEARCHED | IŞIK şAFAĞI (field')).toEqual(['Işık Şafağı']);
    for (const text of ['ışık', 'isik safagi']) expect(await search(text)).toEqual(['Işık Şafağı']);
    for (const text of ['0%_p', 'e\\g', '%_']) expect(await search(text)).toEqual(['100%_pure\\gold']);
    expect(await search('searched%plain')).toEqual([]);
    expect(await search('nothing is called so')).toEqual([]);
  });

  test.each([[null], [5], ['x'.repeat(101)], ['\u0000']])('for %j is refused', async (text) => {
    expect((await staffCalls.call('POST', '/admin/searchItems', { market_hash_name: text })).statusCode).toBe(400);
  });
});

test.each([
  ['GET', '/admin/getAllItems'],
  ['POST', '/admin/searchItems'],
  ['POST', '/admin/addNewItem'],
  ['PUT', '/admin/editItem/1'],
] as const)('%s %s is refused to players', async (method, url) => {
  const visitor = await site.http.inject({ method, url });
  expect([visitor.statusCode, visitor.json().code]).toEqual([401, 'unauthenticated']);
  const player = await staffCalls.call(method, url, undefined, await addPlayer(site.deps.db));
  expect([player.statusCode, player.json().code]).toEqual([403, 'forbidden']);
});
