import type { CaseDetails, ListedCase } from '@karat/contract/cases';
import type { Item } from '@karat/contract/items';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPlayer } from '#testing/fixtures.ts';
import { createStaffCalls, type StaffCalls } from '#testing/staff-calls.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
let staffCalls: StaffCalls;
/** Pays 900 when sold. */
let plain: Item;

beforeAll(async () => {
  site = await createTestSite();
  staffCalls = await createStaffCalls(site);
  plain = await staffCalls.addItem({ itemPrice: 1_000 });
  for (let count = 0; count < 20; count += 1) await staffCalls.addCase(whole());
});
afterAll(() => site.close());

/** All tickets for one item. */
const whole = () => [{ id: plain.id, drop_rate: 100 }];
const describeCase = async (name: string): Promise<CaseDetails> =>
  (await site.http.inject(`/user/getCaseByName/${encodeURIComponent(name)}`)).json().data;

test('the database refuses to change or delete a version or its drops', async () => {
  await staffCalls.addCase(whole());
  const { sql } = site.deps.db;
  await expect(sql`update case_versions set canon = ''`).rejects.toThrow('never changed');
  await expect(sql`delete from case_versions`).rejects.toThrow('never changed');
  await expect(sql`update case_drops set tickets = 0`).rejects.toThrow('never changed');
  await expect(sql`truncate case_drops`).rejects.toThrow('never changed');
});

describe('the public list', () => {
  const list = async (query: string) => {
    const reply = await site.http.inject(`/case/getAllCases?${query}`);
    const { data, pagination } = reply.json();
    return { names: (data as ListedCase[]).map(({ name }) => name), data: data as ListedCase[], pagination };
  };

  beforeAll(async () => {
    const prices = [3_000, 1_000, 2_000, 2_000];
    for (const [at, casePrice] of prices.entries()) {
      await staffCalls.addCase(whole(), { caseName: `Sıralı ${at}`, casePrice });
    }
    await staffCalls.addCase(whole(), { caseName: '100%_\\' });
  });

  test.each([
    ['highest', [0, 3, 2, 1]],
    ['lowest', [1, 3, 2, 0]],
    ['newest', [3, 2, 1, 0]],
    ['oldest', [0, 1, 2, 3]],
  ])('sorts by %s', async (sort, order) => {
    const { names } = await list(`search=SIRALI&sort=${sort}`);
    expect(names).toEqual(order.map((at) => `Sıralı ${at}`));
  });

  test('sorts by price, highest first, with twenty per page by default', async () => {
    const { data, pagination } = await list('');
    expect(data.map(({ price }) => price)).toEqual(data.map(({ price }) => price).toSorted((a, b) => b - a));
    expect(pagination).toMatchObject({ resultsPerPage: 20, currentPage: 1 });
    expect(data).toHaveLength(20);
  });

  test.each([
    ['minPrice=2000', [0, 3, 2]],
    ['maxPrice=2000', [3, 2, 1]],
    ['minPrice=1001&maxPrice=2999', [3, 2]],
    ['minPrice=9000', []],
  ])('limits prices by %s, both limits included', async (limits, order) => {
    const { names, pagination } = await list(`search=SIRALI&${limits}`);
    expect(names).toEqual(order.map((at) => `Sıralı ${at}`));
    expect(pagination.totalResults).toBe(order.length);
  });

  test('counts the cases of a search in each price band, whatever the price limits', async () => {
    const counted = async (query: string) => (await site.http.inject(`/case/getAllCases?${query}`)).json().bands;
    const bands = [
      { minPrice: 0, maxPrice: 999, count: 0 },
      { minPrice: 1_000, maxPrice: 4_999, count: 4 },
      { minPrice: 5_000, maxPrice: 19_999, count: 0 },
      { minPrice: 20_000, maxPrice: null, count: 0 },
    ];
    expect(await counted('search=SIRALI')).toEqual(bands);
    expect(await counted('search=SIRALI&minPrice=3000')).toEqual(bands);
  });

  test.each(['minPrice=-1', 'maxPrice=1.5', 'maxPrice=cheap', 'minPrice=99999999999999999'])(
    'refuses %s',
    async (query) => {
      const reply = await site.http.inject(`/case/getAllCases?${query}`);
      expect([reply.statusCode, reply.json().message]).toEqual([400, 'Invalid filter.']);
    },
  );

  test('has consecutive pages without gaps', async () => {
    const pages = [await list('search=sıralı&limit=3'), await list('search=sıralı&limit=3&page=2')];
    expect(pages.flatMap(({ names }) => names)).toEqual((await list('search=sıralı')).names);
    expect(pages[1]!.pagination).toEqual({ totalResults: 4, resultsPerPage: 3, currentPage: 2 });
    const beyond = await list('search=sıralı&page=9');
    expect([beyond.names, beyond.pagination.totalResults]).toEqual([[], 4]);
  });

  test('searches part of the name and treats wildcards literally', async () => {
    for (const search of ['%_', '0%', '\\', '100%_\\']) {
      expect((await list(`search=${encodeURIComponent(search)}`)).names).toEqual(['100%_\\']);
    }
    expect((await list('search=nothing+is+called+so')).names).toEqual([]);
  });

  test('contains items and rates of each case, but neither the drop table nor item prices', async () => {
    const { data } = await list('search=Sıralı+0');
    expect(data[0]!.items).toEqual([{ id: plain.id, drop_rate: 100 }]);
    expect(data[0]).not.toHaveProperty('canon');
    expect(data[0]).toMatchObject({ houseEdge: 70, isPaused: false, imgUrl: 'https://pictures.example/case.png' });
  });

  test.each(['sort=cheapest', 'page=0', 'limit=101', 'limit=-1', `search=${'x'.repeat(101)}`])(
    'refuses %s',
    async (query) => {
      expect((await site.http.inject(`/case/getAllCases?${query}`)).statusCode).toBe(400);
    },
  );
});

describe('the preview of a case', () => {
  const readPreview = (caseName: string) =>
    site.http.karat.previews.get('case')!({ caseName }, 'https://karat.example');

  test('tells name and price, with the picture of the case', async () => {
    await staffCalls.addCase(whole(), { caseName: 'Önizleme & <b>', casePrice: 12_500 });
    expect(await readPreview('Önizleme & <b>')).toEqual({
      title: 'Case: Önizleme & <b>',
      description: 'Open it for 12.500 diamonds. Its odds are public, and every roll can be verified.',
      image: 'https://pictures.example/case.png',
      url: 'https://karat.example/case/%C3%96nizleme%20%26%20%3Cb%3E',
    });
  });

  test.each(['No such case', '\0', '', 'x'.repeat(500)])('is that of the site for the name %j', async (name) => {
    expect(await readPreview(name)).toBeUndefined();
  });
});

describe('a case by name', () => {
  test.each(['No such case', 'getCaseByName', '%00'])('is not found under the name %s', async (name) => {
    const reply = await site.http.inject(`/user/getCaseByName/${encodeURIComponent(name)}`);
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
  });

  test.each(['Ağır/Yük? #1 & 50%', '★'.repeat(64), '"><script>'])('is found under any valid name: %s', async (name) => {
    await staffCalls.addCase(whole(), { caseName: name });
    expect(await describeCase(name)).toMatchObject({ name });
  });

  test('is found with composed and decomposed letters', async () => {
    await staffCalls.addCase(whole(), { caseName: 'Gu\u0308mu\u0308s\u0327' });
    expect(await describeCase('Gümüş')).toMatchObject({ name: 'Gümüş' });
    expect(await describeCase('Gu\u0308mu\u0308s\u0327')).toMatchObject({ name: 'Gümüş' });
  });
});

test('the admin list shows the newest first with all items, twenty per page', async () => {
  const { name, items } = await staffCalls.addCase(whole());
  const { data, pagination } = (await staffCalls.call('GET', '/admin/getAllCases')).json();
  expect(data[0]).toMatchObject({ name, items, contains: items });
  expect(data).toHaveLength(20);
  expect(pagination).toMatchObject({ resultsPerPage: 20, currentPage: 1 });
});

test.each([
  ['GET', '/admin/getAllCases'],
  ['POST', '/admin/addNewCase'],
  ['PUT', '/admin/editCase/1'],
] as const)('%s %s is refused to players', async (method, url) => {
  const visitor = await site.http.inject({ method, url });
  expect([visitor.statusCode, visitor.json().code]).toEqual([401, 'unauthenticated']);
  const player = await staffCalls.call(method, url, undefined, await addPlayer(site.deps.db));
  expect([player.statusCode, player.json().code]).toEqual([403, 'forbidden']);
});
