import type { AdminCase, CaseDetails } from '@karat/contract/cases';
import type { Item } from '@karat/contract/items';
import { caseCanon } from '@karat/rules/fairness';
import { sha256Hex } from '@karat/rules/sha256';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStaffCalls, type StaffCalls } from '#testing/staff-calls.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { findOpenableCase } from './cases.ts';

type Body = Record<string, unknown>;

let site: TestSite;
let staffCalls: StaffCalls;
/** Pays 900 when sold. */
let plain: Item;
let knife: Item;

beforeAll(async () => {
  site = await createTestSite();
  staffCalls = await createStaffCalls(site);
  plain = await staffCalls.addItem({ itemPrice: 1_000 });
  knife = await staffCalls.addItem({ itemPrice: 90_000, skinRarity: 'Exceedingly Rare', weaponType: 'Knife' });
});
afterAll(() => site.close());

/** All tickets for one item: at 1,000 diamonds, an edge of 10 percent. */
const whole = () => [{ id: plain.id, drop_rate: 100 }];
const add = (items: unknown, changed: Body = {}) =>
  staffCalls.call('POST', '/admin/addNewCase', { ...staffCalls.caseForm([]), items, ...changed });
const edit = (id: number | string, form: Body) => staffCalls.call('PUT', `/admin/editCase/${id}`, form);
const formOf = ({ name, price }: AdminCase, changed: Body = {}) =>
  staffCalls.caseForm(whole(), { caseName: name, casePrice: price, ...changed });
const describeCase = async (name: string): Promise<CaseDetails> =>
  (await site.http.inject(`/user/getCaseByName/${encodeURIComponent(name)}`)).json().data;
const readVersions = (caseId: number) =>
  site.deps.db.sql<{
    version: number;
    name: string;
    price: number;
    canon: string;
    hash: string;
  }>`select version, name, price, canon, hash from case_versions where case_id = ${caseId} order by id`;

describe('a new case', () => {
  test('is on offer as sent, with both names of each field', async () => {
    const reply = await add(
      [
        { id: knife.id, drop_rate: 0.5 },
        { id: plain.id, drop_rate: 99.5 },
      ],
      {
        caseName: '  Şanslı Kutu ',
        casePrice: 2_000.4,
      },
    );
    expect([reply.statusCode, reply.json().message]).toEqual([200, 'Case created!']);
    const { data } = reply.json();
    expect(data).toMatchObject({
      name: 'Şanslı Kutu',
      price: 2_000,
      isPaused: false,
      _id: data.id,
      imgUrl: data.image,
    });
    expect(data.contains).toEqual(data.items);
    const { houseEdge, expectedPayout, version, canon, ...box } = await describeCase('Şanslı Kutu');
    expect(box).toEqual({ ...data, houseEdge: undefined });
    expect([houseEdge, expectedPayout, version]).toEqual([data.houseEdge, 1_300.5, 1]);
    expect(houseEdge).toBeCloseTo(34.975, 10);
    const drops = [[plain.id, 9_950] as const, [knife.id, 50] as const];
    expect(canon).toBe(caseCanon({ v: 1, name: 'Şanslı Kutu', price: 2_000, drops }));
    expect(box.hash).toBe(sha256Hex(canon));
    expect(box.items).toEqual([
      { ...knife, parentItem: knife.id, drop_rate: 0.5 },
      { ...plain, parentItem: plain.id, drop_rate: 99.5 },
    ]);
    expect(knife).toMatchObject({
      skinRarity: 'Exceedingly Rare',
      min_price: 90_000,
      market_hash_name: expect.any(String),
    });
    expect(await findOpenableCase(site.deps.db.sql, 'Şanslı Kutu')).toMatchObject({
      caseId: data.id,
      name: 'Şanslı Kutu',
      price: 2_000,
      hash: box.hash,
      canon,
      isPaused: false,
    });
  });

  test('accepts every name of the item id and whole items, and ignores their other fields', async () => {
    for (const item of [{ id: plain.id }, { _id: plain.id }, { parentItem: plain.id, id: 999_999 }, plain]) {
      const box = await staffCalls.addCase([{ ...item, drop_rate: 100, quick_sell_price: 1, price: 1 }]);
      expect(box.items).toMatchObject([{ id: plain.id, quick_sell_price: 900 }]);
    }
  });

  test('lists an item that never drops last', async () => {
    const box = await staffCalls.addCase([{ id: knife.id, drop_rate: 0 }, ...whole()]);
    expect(box.items.map(({ id }) => id)).toEqual([plain.id, knife.id]);
  });

  test('accepts 33.33 + 33.33 + 33.34 and refuses three times 33.33', async () => {
    const ids = [plain, await staffCalls.addItem(), await staffCalls.addItem()].map(({ id }) => id);
    const rates = (last: number) => ids.map((id, index) => ({ id, drop_rate: index === 2 ? last : 33.33 }));
    expect((await add(rates(33.34))).statusCode).toBe(200);
    const reply = await add(rates(33.33));
    expect([reply.statusCode, reply.json().code, reply.json().message]).toEqual([
      400,
      'invalid',
      'Total drop rate must be exactly 100%. Currently: 99.99%',
    ]);
  });

  test('is accepted with an edge of 5 percent and refused slightly below', async () => {
    const item = await staffCalls.addItem({ itemPrice: 10_556 });
    const items = [{ id: item.id, drop_rate: 100 }];
    expect(item.quick_sell_price).toBe(9_500);
    expect((await add(items, { casePrice: 10_000 })).json().data.houseEdge).toBe(5);
    for (const casePrice of [9_999, 9_000]) {
      const reply = await add(items, { casePrice });
      expect([reply.statusCode, reply.json().message]).toEqual([400, 'House edge is too low!']);
    }
  });

  test('is refused if its name is in use, also when two are added concurrently', async () => {
    const { name } = await staffCalls.addCase(whole());
    const reply = await add(whole(), { caseName: ` ${name} ` });
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'taken']);
    const racing = await Promise.all(Array.from({ length: 4 }, () => add(whole(), { caseName: 'Raced' })));
    expect(racing.map(({ statusCode }) => `${statusCode}`).toSorted()).toEqual(['200', '409', '409', '409']);
  });

  test.each<[string, unknown, string]>([
    ['caseName', '', 'Case name is required'],
    ['caseName', '  ', 'Case name is required'],
    ['caseName', null, 'Case name is required'],
    ['caseName', 'x'.repeat(65), 'Name is too long'],
    ['caseName', 'getAllCases', 'This name is reserved'],
    ['caseName', 'openCase', 'This name is reserved'],
    ['caseName', 'getLatestDrops', 'This name is reserved'],
    ['caseName', '..', 'This name is reserved'],
    ['casePrice', '1000', 'Price must be a number'],
    ['casePrice', 0, 'Price must be greater than 0'],
    ['casePrice', -1, 'Price must be greater than 0'],
    ['casePrice', 1e10, 'Price is too high'],
    ['caseImgUrl', 'no address', 'Must be a valid URL'],
    ['items', [], 'You must select at least one item.'],
    ['items', undefined, 'You must select at least one item.'],
    ['items', [{ id: 1, drop_rate: 33.333 }], 'Drop rate must be 0 to 100 in steps of 0.01'],
    ['items', [{ id: 1, drop_rate: 100.01 }], 'Drop rate must be 0 to 100 in steps of 0.01'],
    ['items', [{ id: 1, drop_rate: '100' }], 'Drop rate must be 0 to 100 in steps of 0.01'],
    ['items', [{ drop_rate: 100 }], 'Invalid item.'],
    ['items', [{ id: 1.5, drop_rate: 100 }], 'Invalid item.'],
    ['items', [{ id: 404_404, drop_rate: 100 }], 'Item not found.'],
    [
      'items',
      Array.from({ length: 101 }, (_, index) => ({ id: index + 1, drop_rate: 0 })),
      'A case can hold up to 100 items.',
    ],
  ])('is refused with a sentence for %s = %j', async (field, value, sentence) => {
    const reply = await add(whole(), { [field]: value });
    expect([reply.statusCode, reply.json().code, reply.json().message]).toEqual([400, 'invalid', sentence]);
    expect(reply.json().issues[0].message).toBe(sentence);
  });

  test('refuses duplicate items and items without a known price', async () => {
    const twice = await add([
      { id: plain.id, drop_rate: 50 },
      { _id: plain.id, drop_rate: 50 },
    ]);
    expect([twice.statusCode, twice.json().message]).toEqual([400, 'An item can be added only once.']);
    const { id } = await staffCalls.addItem();
    await site.deps.db.sql`update items set min_price = null where id = ${id}`;
    const unpriced = await add([{ id, drop_rate: 100 }]);
    expect([unpriced.statusCode, unpriced.json().message]).toEqual([
      400,
      'Items without min_price are not offered for a case.',
    ]);
  });

  test('accepts a picture address without an image extension', async () => {
    expect((await add(whole(), { caseImgUrl: 'https://pictures.example/case?id=5' })).statusCode).toBe(200);
  });
});

describe('an edit', () => {
  test('of name, price or drops makes a new version and leaves the old ones unchanged', async () => {
    const box = await staffCalls.addCase(whole());
    const [first] = await readVersions(box.id);
    const renamed = `${box.name} again`;
    const changes: Body[] = [
      { caseName: renamed },
      { caseName: renamed, casePrice: 1_500 },
      {
        caseName: renamed,
        casePrice: 1_500,
        items: [
          { id: knife.id, drop_rate: 0.01 },
          { id: plain.id, drop_rate: 99.99 },
        ],
      },
    ];
    for (const change of changes) {
      const reply = await edit(box.id, formOf(box, change));
      expect([reply.statusCode, reply.json().message]).toEqual([200, 'Case updated successfully!']);
    }
    const versions = await readVersions(box.id);
    expect(versions.map(({ version, name, price }) => [version, name, price])).toEqual([
      [1, box.name, 1_000],
      [2, renamed, 1_000],
      [3, renamed, 1_500],
      [4, renamed, 1_500],
    ]);
    expect(versions[0]).toEqual(first);
    for (const { canon, hash } of versions) expect(hash).toBe(sha256Hex(canon));
    expect(await describeCase(renamed)).toMatchObject({ version: 4, hash: versions[3]!.hash, price: 1_500 });
    expect((await site.http.inject(`/user/getCaseByName/${encodeURIComponent(box.name)}`)).statusCode).toBe(404);
  });

  test('back to an earlier state makes another version with its own hash', async () => {
    const box = await staffCalls.addCase(whole());
    await edit(box.id, formOf(box, { casePrice: 2_000 }));
    await edit(box.id, formOf(box));
    const versions = await readVersions(box.id);
    expect(versions.map(({ version }) => version)).toEqual([1, 2, 3]);
    expect(new Set(versions.map(({ hash }) => hash)).size).toBe(3);
  });

  test('of the picture alone makes no version', async () => {
    const box = await staffCalls.addCase(whole());
    const reply = await edit(box.id, formOf(box, { caseImgUrl: 'http://localhost/img/case/new-256.webp' }));
    expect(reply.json().data).toMatchObject({ hash: box.hash, image: 'http://localhost:80/img/case/new-256.webp' });
    expect(await readVersions(box.id)).toHaveLength(1);
    expect(await site.deps.db.sql`select image from cases where id = ${box.id}`).toEqual([
      { image: '/img/case/new-256.webp' },
    ]);
  });

  test('at the same time as another makes two consecutive versions', async () => {
    const box = await staffCalls.addCase(whole());
    const prices = [1_100, 1_200, 1_300, 1_400];
    const replies = await Promise.all(prices.map((casePrice) => edit(box.id, formOf(box, { casePrice }))));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const versions = await readVersions(box.id);
    expect(versions.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5]);
    expect(new Set(versions.slice(1).map(({ price }) => price))).toEqual(new Set(prices));
    expect(await describeCase(box.name)).toMatchObject({ version: 5, price: versions[4]!.price });
  });

  test('to a name in use is refused and leaves no version behind', async () => {
    const [one, other] = [await staffCalls.addCase(whole()), await staffCalls.addCase(whole())];
    const reply = await edit(one.id, formOf(other));
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'taken']);
    expect(await readVersions(one.id)).toHaveLength(1);
  });

  test('frees the name for another case, whose versions never have the same hash', async () => {
    const box = await staffCalls.addCase(whole());
    await edit(box.id, formOf(box, { caseName: `${box.name} moved` }));
    const second = await staffCalls.addCase(whole(), { caseName: box.name });
    expect((await readVersions(second.id)).map(({ version }) => version)).toEqual([2]);
    expect(second.hash).not.toBe(box.hash);
  });

  test.each<[string, unknown, string]>([
    ['casePrice', 899, 'House edge is negative! Increase the case price or reduce item values.'],
    ['casePrice', 900, 'House edge is too low!'],
    ['casePrice', 947, 'House edge is too low!'],
    ['caseImgUrl', 'https://pictures.example/case', 'Must be an image URL'],
    ['caseName', '', 'Case name is required'],
    ['items', [], 'You must select at least one item.'],
    ['items', [{ id: 1, drop_rate: 0 }], 'Total drop rate must be exactly 100%. Currently: 0%'],
  ])('is refused with a sentence for %s = %j', async (field, value, sentence) => {
    const box = await staffCalls.addCase(whole());
    const reply = await edit(box.id, formOf(box, { [field]: value }));
    expect([reply.statusCode, reply.json().message]).toEqual([400, sentence]);
    expect(await readVersions(box.id)).toHaveLength(1);
  });

  test('of an unknown case answers 404', async () => {
    const reply = await edit(404_404, staffCalls.caseForm(whole()));
    expect([reply.statusCode, reply.json().code, reply.json().message]).toEqual([404, 'not_found', 'Case not found.']);
    expect((await edit('x', staffCalls.caseForm(whole()))).statusCode).toBe(400);
  });

  test('is recorded with its changes', async () => {
    const box = await staffCalls.addCase(whole());
    await edit(box.id, formOf(box, { casePrice: 1_234 }));
    const actions = await site.deps.db.sql`
      select action, actor_id, before ->> 'price' as before, after ->> 'price' as after, after ->> 'hash' as hash
      from staff_actions where subject = ${`case:${box.id}`} order by id`;
    const [, { hash } = { hash: '' }] = await readVersions(box.id);
    expect(actions).toEqual([
      { action: 'case.add', actor_id: staffCalls.admin.id, before: null, after: '1000', hash: box.hash },
      { action: 'case.edit', actor_id: staffCalls.admin.id, before: '1000', after: '1234', hash },
    ]);
  });
});
