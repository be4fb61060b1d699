import { caseCanon, type RevealedRoll, verifyCaseRoll } from '@karat/rules/fairness';
import { sha256Hex } from '@karat/rules/sha256';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { createOpenings } from './openings.ts';
import type { OpeningRequest } from './rolling.ts';

let site: TestSite;
let openings: ReturnType<typeof createOpenings>;
let playerId: number;

const PRICE = 100;
const CASE = 'Şanslı Kutu';

beforeAll(async () => {
  site = await createTestSite();
  openings = createOpenings(site.deps);
  await addItems();
  await addCase(CASE, PRICE);
  await addCase('Paused', 10);
  await sql`update cases set paused_at = now() where name = 'Paused'`;
});
afterAll(async () => {
  await site.close();
});
beforeEach(async () => {
  playerId = await addPlayer(PRICE * 3);
});

const sql: TestSite['deps']['db']['sql'] = (strings, ...values) => site.deps.db.sql(strings, ...values);

async function addItems(): Promise<void> {
  await sql`
    insert into items (item_name, skin_name, exterior, rarity, weapon_type, image, price, min_price, quick_sell_price,
                       market_hash_name)
    select 'P250', 'Sand ' || n, 'Field-Tested', 'Mil-Spec', 'Pistol', '/img/skin/x-256.webp', 100, 100, 90,
           'P250 | Sand ' || n || ' (Field-Tested)'
    from generate_series(1, 3) as n`;
}

async function addCase(name: string, price: number, version = 1): Promise<void> {
  const items = await sql<{ id: number }>`select id from items order by id`;
  const drops = items.map(({ id }, index) => [id, [7_000, 2_900, 100][index]!] as const);
  const canon = caseCanon({ v: version, name, price, drops });
  await sql`
    with version as (
      insert into case_versions (case_id, version, name, price, canon, hash)
      values (coalesce((select id from cases where name = ${name}), (select count(*) + 1 from cases)), ${version}, ${name}, ${price}, ${canon},
              ${sha256Hex(canon)})
      returning id)
    insert into cases (name, image, price, version_id) select ${name}, '', ${price}, id from version
    on conflict (name) do update set price = excluded.price, version_id = excluded.version_id`;
}

let players = 0;
async function addPlayer(balance: number): Promise<number> {
  const name = `player${++players}`;
  const [row] = await sql<{ id: number }>`
    with player as (insert into players (username, username_key, age_confirmed_at) values (${name}, ${name}, now())
      returning id),
    wallet as (insert into wallets (player_id, balance, version) select id, ${balance}, 1 from player)
    select id from player`;
  await sql`
    insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
    values ('WELCOME', ${`welcome:${row!.id}`}, ${row!.id}, 'house:promo', ${balance}, 0, ${balance})`;
  return row!.id;
}

const request = (fields: Partial<OpeningRequest> = {}): OpeningRequest => ({
  playerId,
  caseName: CASE,
  count: 1,
  entropy: '',
  hash: undefined,
  requestKey: undefined,
  country: undefined,
  ...fields,
});

async function rolls(): Promise<(RevealedRoll & { id: number })[]> {
  const { seal } = site.deps;
  const rows = await sql<Omit<RevealedRoll, 'serverSeed'> & { id: number; sealed: Buffer }>`
    select openings.id, sealed, server_seed_hash as "serverSeedHash", client_seed as "clientSeed", hash as "caseHash",
           canon as "caseCanon", entropy, nonce, ticket, item_id as "itemId"
    from openings join seeds on seeds.id = seed_id join case_versions on case_versions.id = version_id
    where openings.player_id = ${playerId} order by nonce`;
  return rows.map((row) => ({ ...row, serverSeed: seal.open(row.sealed) }));
}

async function books() {
  const [wallet] = await sql<{ balance: number; version: number; nonce: number }>`
    select balance, version, nonce from wallets where player_id = ${playerId}`;
  const lines = await sql<{ amount: number; oldBalance: number; newBalance: number }>`
    select amount, old_balance as "oldBalance", new_balance as "newBalance" from ledger
    where player_id = ${playerId} and type = 'CASE_OPEN' order by id`;
  const items = await sql<{ id: number }>`select id from inventory where player_id = ${playerId} order by id`;
  return { ...wallet!, lines, items: items.map(({ id }) => id) };
}

const statuses = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  Object.groupBy(outcomes, (outcome) =>
    outcome.status === 'fulfilled' ? 'served' : String((outcome.reason as { code?: string }).code),
  );

test('takes the price, gives the item and stores the proof', async () => {
  const [won] = await openings.openCase(request({ entropy: 'ab'.repeat(16) }));
  const { balance, nonce, lines, items } = await books();
  expect({ balance, nonce, items }).toEqual({ balance: 200, nonce: 1, items: [won!.id] });
  expect(lines).toEqual([{ amount: -100, oldBalance: 300, newBalance: 200 }]);
  const [roll] = await rolls();
  expect(roll).toMatchObject({ id: won!.id, nonce: 0, itemId: won!.parentItem, entropy: 'ab'.repeat(16) });
  expect(Object.values(verifyCaseRoll(roll!))).toEqual([true, true, true, true, true]);
});

test('serves three of fifty parallel requests with diamonds for three', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => openings.openCase(request())));
  expect(statuses(outcomes).served).toHaveLength(3);
  expect(statuses(outcomes).insufficient_balance).toHaveLength(47);
  const { balance, version, nonce, lines, items } = await books();
  expect({ balance, version, nonce, lines: lines.length, items: items.length }).toEqual({
    balance: 0,
    version: 4,
    nonce: 3,
    lines: 3,
    items: 3,
  });
});

test('chains balances and nonces of several requests of a player in one batch', async () => {
  playerId = await addPlayer(PRICE * 100);
  await openings.openCase(request());
  const before = openings.figures();
  await Promise.all(Array.from({ length: 20 }, (_, index) => openings.openCase(request({ count: (index % 3) + 1 }))));
  expect(openings.figures().batches - before.batches).toBe(1);
  const { balance, nonce, lines } = await books();
  expect({ balance, nonce, lines: lines.length }).toEqual({ balance: 10_000 - 4_000, nonce: 40, lines: 40 });
  lines.reduce((old, line) => {
    expect(line.oldBalance).toBe(old);
    return line.newBalance;
  }, 10_000);
  for (const roll of await rolls()) expect(Object.values(verifyCaseRoll(roll))).not.toContain(false);
});

test('opens five at once with one entropy and consecutive nonces, or none', async () => {
  await expect(openings.openCase(request({ count: 4 }))).rejects.toMatchObject({ code: 'insufficient_balance' });
  expect((await books()).items).toEqual([]);
  const won = await openings.openCase(request({ count: 3 }));
  expect((await rolls()).map(({ id, nonce }) => [id, nonce])).toEqual(won.map(({ id }, nonce) => [id, nonce]));
});

test('gives two hundred requests with one key one effect and equal replies', async () => {
  const key = { requestKey: 'a-key', entropy: 'cd'.repeat(16), count: 2 };
  const answers = await Promise.all(Array.from({ length: 200 }, () => openings.openCase(request(key))));
  expect(new Set(answers.map((answer) => JSON.stringify(answer.map(({ id, price }) => [id, price]))))).toHaveLength(1);
  expect((await books()).items).toHaveLength(2);
});

test('replies to a repeat after the case is gone, also from another process', async () => {
  const repeated = request({ requestKey: 'stored' });
  const [first] = await openings.openCase(repeated);
  await sql`update cases set paused_at = now() where name = ${CASE}`;
  const other = createOpenings(site.deps);
  expect(await other.openCase(repeated)).toEqual([expect.objectContaining({ id: first!.id })]);
  await sql`update cases set paused_at = null where name = ${CASE}`;
});

test('gives one item when two processes serve one key concurrently', async () => {
  const repeated = request({ requestKey: 'raced' });
  const others = [openings, createOpenings(site.deps), createOpenings(site.deps)];
  const answers = await Promise.all(others.map((each) => each.openCase(repeated)));
  expect(new Set(answers.map(([won]) => won!.id))).toHaveLength(1);
  expect((await books()).items).toHaveLength(1);
});

test.each([
  ['another case', { caseName: 'Other' }],
  ['another number', { count: 2 }],
  ['another entropy', { entropy: 'ef'.repeat(16) }],
])('refuses the same key for %s', async (_, change) => {
  const repeated = request({ requestKey: 'once' });
  await openings.openCase(repeated);
  await expect(openings.openCase({ ...repeated, ...change })).rejects.toMatchObject({ code: 'key_reused' });
  expect((await books()).items).toHaveLength(1);
});

test('opens the new version of a changed case, or refuses a player who saw the old one', async () => {
  await addCase('Changing', 50);
  await openings.openCase(request({ caseName: 'Changing' }));
  const [shownSeed] = await sql<{ hash: string }>`
    select hash from cases join case_versions on case_versions.id = version_id where cases.name = 'Changing'`;
  await addCase('Changing', 60, 2);
  await expect(openings.openCase(request({ caseName: 'Changing', hash: shownSeed!.hash }))).rejects.toMatchObject({
    code: 'case_changed',
  });
  await openings.openCase(request({ caseName: 'Changing' }));
  const { balance, lines } = await books();
  expect({ balance, prices: lines.map(({ amount }) => amount) }).toEqual({ balance: 190, prices: [-50, -60] });
});

test.each([
  ['an unknown case', { caseName: 'Nothing' }, 'not_found'],
  ['a paused case', { caseName: 'Paused' }, 'case_paused'],
])('refuses %s', async (_, change, code) => {
  await expect(openings.openCase(request(change))).rejects.toMatchObject({ code });
  expect((await books()).balance).toBe(300);
});

test.each([
  ['is banned', 'banned', () => sql`update players set state = 'banned' where id = ${playerId}`],
  [
    'has not confirmed the age',
    'age_unconfirmed',
    () => sql`update players set age_confirmed_at = null where id = ${playerId}`,
  ],
  [
    'takes a break',
    'on_break',
    () => sql`insert into safer_play (player_id, break_until) values (${playerId}, now() + interval '1 day')`,
  ],
])('refuses a player who %s', async (_, code, bar) => {
  await openings.openCase(request());
  await bar();
  await expect(openings.openCase(request())).rejects.toMatchObject({ code });
  expect((await books()).items).toHaveLength(1);
});

test('serves a player up to their limit under parallel requests', async () => {
  playerId = await addPlayer(PRICE * 50);
  await sql`insert into safer_play (player_id, has_limits) values (${playerId}, true)`;
  await sql`insert into play_limits (player_id, kind, period, allowed) values (${playerId}, 'wager', 'day', 550)`;
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => openings.openCase(request())));
  expect(statuses(outcomes).served).toHaveLength(5);
  expect(statuses(outcomes).limit_reached).toHaveLength(15);
});

test('an unreadable seed affects only its player', async () => {
  const [damaged, healthy] = [await addPlayer(PRICE * 9), await addPlayer(PRICE * 9)];
  for (const id of [damaged, healthy]) await openings.openCase(request({ playerId: id }));
  await sql`update seeds set sealed = 'damaged' where player_id = ${damaged}`;
  const restarted = createOpenings(site.deps);
  const outcomes = await Promise.allSettled(
    [damaged, healthy, playerId].map((id) => restarted.openCase(request({ playerId: id }))),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});

test('judges requests of one player from two countries separately', async () => {
  const env = { ...site.deps.env, deniedCountries: new Set(['BE']) };
  const abroad = createOpenings({ ...site.deps, env });
  await abroad.openCase(request({ country: 'DE' }));
  const outcomes = await Promise.allSettled(
    ['DE', 'BE', 'BE', 'DE'].map((country) => abroad.openCase(request({ country }))),
  );
  expect(statuses(outcomes).served).toHaveLength(2);
  expect(statuses(outcomes).country_denied).toHaveLength(2);
  expect((await books()).balance).toBe(0);
});

test('serves many players in a few commits', async () => {
  const ids = await Promise.all(Array.from({ length: 100 }, () => addPlayer(PRICE)));
  await Promise.allSettled(ids.map((id) => openings.openCase(request({ playerId: id, caseName: 'Nothing' }))));
  const outcomes = await Promise.allSettled(ids.map((id) => openings.openCase(request({ playerId: id }))));
  expect(statuses(outcomes)).toEqual({ served: expect.any(Array) });
  const [count] = await sql<{ count: number }>`
    select count(*) as count from openings where player_id = any(${ids}::int8[])`;
  expect(count!.count).toBe(100);
});
