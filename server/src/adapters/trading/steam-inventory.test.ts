import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createInventoryReader } from './steam-inventory.ts';

const STEAM_ID = '76561198000000001';

let server: Server;
let communityUrl: string;
let requestedUrls: string[] = [];
let answers: [status: number, body: unknown][] = [];
let now = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    requestedUrls.push(request.url ?? '');
    const [status, body] = answers.shift() ?? [500, null];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  communityUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  [requestedUrls, answers, now] = [[], [], 0];
});

const open = () => createInventoryReader({ communityUrl, now: () => now });
const asset = (assetid: string, instanceid?: string) => ({ assetid, classid: '7', ...(instanceid && { instanceid }) });
const description = (tradable: 0 | 1, instanceid?: string) => ({
  classid: '7',
  ...(instanceid && { instanceid }),
  name: 'MP7 | Short Ochre',
  market_hash_name: 'MP7 | Short Ochre (Minimal Wear)',
  icon_url: 'i0CoZ81Ui0m',
  tradable,
  tags: [],
});

test('reads all pages and joins each with its own descriptions', async () => {
  answers = [
    [
      200,
      {
        assets: [asset('1', '5'), asset('2')],
        descriptions: [description(1, '5'), description(0)],
        more_items: 1,
        last_assetid: '2',
        success: 1,
      },
    ],
    [200, { assets: [asset('3', '0'), asset('4', '9')], descriptions: [description(1)], success: 1 }],
  ];
  const assets = await open()(STEAM_ID);
  expect(assets.map(({ assetId, isTradable }) => [assetId, isTradable])).toEqual([
    ['1', true],
    ['2', false],
    ['3', true],
  ]);
  expect(assets[0]!.iconUrl).toBe('https://community.akamai.steamstatic.com/economy/image/i0CoZ81Ui0m/360fx360f');
  expect(requestedUrls).toEqual([
    `/inventory/${STEAM_ID}/730/2?l=english&count=1000`,
    `/inventory/${STEAM_ID}/730/2?l=english&count=1000&start_assetid=2`,
  ]);
});

test.each([
  ['none at all', { total_inventory_count: 0, success: 1 }],
  ['some that are not shown', { total_inventory_count: 12, success: 1 }],
])('reads %s as an empty inventory', async (_, body) => {
  answers = [[200, body]];
  expect(await open()(STEAM_ID)).toEqual([]);
});

test.each([
  [403, 'private'],
  [429, 'busy'],
  [400, 'unavailable'],
  [500, 'unavailable'],
])('HTTP %i is %s', async (status, reason) => {
  answers = [[status, null]];
  await expect(open()(STEAM_ID)).rejects.toMatchObject({ reason });
});

test.each([[null], ['odd'], [{ assets: [{ assetid: 7 }] }]])('rejects %j as an inventory', async (body) => {
  answers = [[200, body]];
  await expect(open()(STEAM_ID)).rejects.toMatchObject({ reason: 'unavailable' });
});

test('backs off after a 429, longer each time, until an answer comes', async () => {
  const fetchInventory = open();
  const refused = () => expect(fetchInventory(STEAM_ID)).rejects.toMatchObject({ reason: 'busy' });
  answers = [
    [429, null],
    [429, null],
    [200, { total_inventory_count: 0, success: 1 }],
  ];
  await refused();
  now = 14_999;
  await refused();
  expect(requestedUrls).toHaveLength(1);
  now = 15_000;
  await refused();
  now = 44_999;
  await refused();
  expect(requestedUrls).toHaveLength(2);
  now = 45_000;
  expect(await fetchInventory(STEAM_ID)).toEqual([]);
});

test('reads inventories one after another', async () => {
  const fetchInventory = open();
  answers = Array.from({ length: 3 }, () => [200, { total_inventory_count: 0, success: 1 }]);
  await Promise.all([STEAM_ID, '76561198000000002', '76561198000000003'].map(fetchInventory));
  expect(requestedUrls.map((url) => url.slice(11, 28))).toEqual([STEAM_ID, '76561198000000002', '76561198000000003']);
});
