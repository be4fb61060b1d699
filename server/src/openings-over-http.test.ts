import type { WonItem } from '@karat/contract/cases';
import type { Roll, VersionOdds } from '@karat/contract/fairness';
import { verifyCaseRoll } from '@karat/rules/fairness';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readWallet } from '#features/wallet/wallet.ts';
import {
  addCase,
  addItem,
  addPlayer,
  findBreaches,
  type TestPlayer,
  creditWelcomeDiamonds,
} from '#testing/fixtures.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

// Everything here goes through a real port, as for an external client.
const PRICE = 1_000;

type Answer = {
  status: number;
  body: Record<string, unknown> & { code?: string; reward: WonItem; rewards?: WonItem[] };
};

let site: TestSite;
let itemIds: number[];
let player: TestPlayer;

beforeAll(async () => {
  // Without rate limits: the tests are about requests that pass them.
  site = await createTestSite({}, { take: () => 0 });
  await site.listen();
  const { db } = site.deps;
  itemIds = [
    await addItem(db, { skinName: 'Sand Dune', price: 100 }),
    await addItem(db, { skinName: 'Nightfall', price: 1_500 }),
    await addItem(db, { skinName: 'Aurora', price: 9_000 }),
  ];
  const [common, good, rare] = itemIds as [number, number, number];
  await addCase(db, {
    name: 'Fire & Ice',
    price: PRICE,
    drops: [
      [common, 6_000],
      [good, 3_700],
      [rare, 300],
    ],
  });
});
beforeEach(async () => {
  player = await addPlayer(site.deps.db);
});
afterAll(() => site.close());

async function call(
  address: string,
  { headers = {}, ...init }: RequestInit & { headers?: Record<string, string> } = {},
) {
  const reply = await fetch(`${site.origin()}${address}`, { ...init, headers: { ...player.headers, ...headers } });
  return { status: reply.status, body: (await reply.json()) as Answer['body'] };
}

const open = ({ count = 1, headers = {} }: { count?: number; headers?: Record<string, string> } = {}) =>
  call(`/case/openCase/${encodeURIComponent('Fire & Ice')}?count=${count}`, { headers });
const sell = (id: number) => call(`/user/quickSellItem/${id}`);
const times = <Result>(total: number, make: () => Promise<Result>) => Promise.all(Array.from({ length: total }, make));

async function owned(): Promise<number[]> {
  const rows = await site.deps.db.sql<{ id: number }>`
    select id from inventory where player_id = ${player.id} and state <> 'SOLD' order by id`;
  return rows.map(({ id }) => id);
}

async function ledgerRowCount(type: string): Promise<number> {
  const [row] = await site.deps.db.sql<{ count: number }>`
    select count(*) as count from ledger where player_id = ${player.id} and type = ${type}`;
  return row!.count;
}

const balance = async () => (await readWallet(site.deps.db.sql, player.id)).balance;

test('accepts three of fifty concurrent openings with diamonds for three', async () => {
  await creditWelcomeDiamonds(site.deps, player.id, 3 * PRICE);
  const answers = await times(50, () => open());
  const won = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status, body }) => status === 409 && body.code === 'insufficient_balance');
  expect([won.length, refused.length]).toEqual([3, 47]);
  expect(await balance()).toBe(0);
  expect(await owned()).toEqual(won.map(({ body }) => body.reward.id).toSorted((a, b) => a - b));
  expect(await ledgerRowCount('CASE_OPEN')).toBe(3);
});

test('pays one of fifty concurrent quick sells of one item', async () => {
  await creditWelcomeDiamonds(site.deps, player.id, PRICE);
  const { reward } = (await open()).body;
  const answers = await times(50, () => sell(reward.id));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status, body }) => status === 409 && body.code === 'already_sold')).toHaveLength(49);
  expect(await balance()).toBe(reward.price);
  expect(await ledgerRowCount('QUICK_SELL')).toBe(1);
});

test('either sells or lists an item, not both', async () => {
  const list = async (itemId: number): Promise<boolean> => {
    const body = JSON.stringify({ itemId, price: 1_000 });
    const headers = { 'content-type': 'application/json' };
    return (await call('/user/listItemOnMarket', { method: 'POST', headers, body })).status === 200;
  };
  await creditWelcomeDiamonds(site.deps, player.id, 25 * PRICE);
  const won = (await times(5, () => open({ count: 5 }))).flatMap(({ body }) => body.rewards!);
  let paid = 0;
  for (const [round, { id, price }] of won.entries()) {
    const [first, second, third] = await Promise.all(
      round % 2 === 0 ? [sell(id), list(id), sell(id)] : [list(id), sell(id), sell(id)],
    );
    const outcomes = [first, second, third].map((each) => (typeof each === 'boolean' ? each : each.status === 200));
    expect(outcomes.filter((hasWon) => hasWon)).toHaveLength(1);
    const isListed = (await owned()).includes(id);
    if (!isListed) paid += price;
    expect([first, second, third].includes(true)).toBe(isListed);
  }
  expect(await balance()).toBe(paid);
});

test('opens once for two hundred concurrent requests with one key, with equal replies', async () => {
  await creditWelcomeDiamonds(site.deps, player.id, 10 * PRICE);
  const headers = { 'idempotency-key': 'one-press', 'x-client-entropy': '0123456789abcdef'.repeat(2) };
  const answers = await times(200, () => open({ count: 2, headers }));
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
  expect(answers[0]!.status).toBe(200);
  expect(await owned()).toEqual(answers[0]!.body.rewards!.map(({ id }) => id));
  expect(await balance()).toBe(8 * PRICE);
  const other = await open({ count: 3, headers });
  expect([other.status, other.body.code]).toEqual([409, 'key_reused']);
  expect(await balance()).toBe(8 * PRICE);
});

test('verifies two hundred openings from the revealed seed, with nonces from 0 without gaps', async () => {
  await creditWelcomeDiamonds(site.deps, player.id, 200 * PRICE);
  const entropies = Array.from({ length: 120 }, (_, index) => index.toString(16).padStart(32, '0'));
  const single = await Promise.all(entropies.map((entropy) => open({ headers: { 'x-client-entropy': entropy } })));
  const several = await times(16, () => open({ count: 5 }));
  const won = [...single.map(({ body }) => body.reward), ...several.flatMap(({ body }) => body.rewards!)];
  expect(won).toHaveLength(200);

  const { revealed } = (
    await call('/fair/rotateSeed', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientSeed: 'after-the-fact' }),
    })
  ).body['data'] as { revealed: { serverSeed: string; rolls: number } };
  expect(revealed.rolls).toBe(200);
  const rolls: Roll[] = [];
  for (const page of [1, 2])
    rolls.push(...((await call(`/fair/getRolls?page=${page}&limit=100`)).body['data'] as Roll[]));

  expect(new Set(rolls.map(({ nonce }) => nonce))).toEqual(new Set(Array.from({ length: 200 }, (_, nonce) => nonce)));
  for (const { serverSeed, ...roll } of rolls) {
    expect(serverSeed).toBe(revealed.serverSeed);
    const verdict = verifyCaseRoll({ ...roll, serverSeed: revealed.serverSeed });
    expect(Object.values(verdict)).toEqual([true, true, true, true, true]);
  }
  const wonById = new Map(won.map((item) => [item.id, item.parentItem]));
  expect(new Map(rolls.map(({ id, itemId }) => [id, itemId]))).toEqual(wonById);
  expect(new Set(rolls.map(({ entropy }) => entropy))).toEqual(new Set(['', ...entropies]));
  expect(await balance()).toBe(0);
});

test('matches the published rates in two thousand openings, all counted by the odds page', async () => {
  await creditWelcomeDiamonds(site.deps, player.id, 2_000 * PRICE);
  const [common, good, rare] = itemIds as [number, number, number];
  await addCase(site.deps.db, {
    name: 'Long Run',
    price: PRICE,
    drops: [
      [common, 6_000],
      [good, 3_700],
      [rare, 300],
    ],
  });
  const won: WonItem[] = [];
  for (let round = 0; round < 10; round++) {
    const answers = await times(40, () => call('/case/openCase/Long%20Run?count=5'));
    won.push(...answers.flatMap(({ body }) => body.rewards!));
  }
  expect(won).toHaveLength(2_000);
  // As if their animations had ended: until then openings are not counted in public.
  const { sql } = site.deps.db;
  await sql`alter table openings disable trigger all`;
  await sql`update openings set created_at = created_at - interval '1 minute'`;
  await sql`alter table openings enable trigger all`;
  const { versions } = (await call('/fair/getCaseOdds/Long%20Run')).body['data'] as { versions: VersionOdds[] };
  const [{ items, openings, verdict }] = versions as [VersionOdds];
  expect([openings, verdict]).toEqual([2_000, 'fits']);
  for (const { itemId, observed } of items) {
    expect(observed).toBe(won.filter(({ parentItem }) => parentItem === itemId).length);
  }
});

test('keeps the books right', async () => {
  expect(await findBreaches(site.deps.db)).toEqual([]);
});
