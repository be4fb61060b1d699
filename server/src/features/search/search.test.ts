import type { SearchHit } from '@karat/contract/search';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSeeds } from '#features/fairness/fairness.ts';
import {
  type TestRole,
  addCase,
  addItem,
  addPlayer,
  creditWelcomeDiamonds,
  type TestPlayer,
} from '#testing/fixtures.ts';
import { openCaseDirectly } from '#testing/rolled-openings.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
const staff = new Map<TestRole, TestPlayer>();
const players: Record<'zoe' | 'bezoes' | 'isil' | 'percent', number> = { zoe: 0, bezoes: 0, isil: 0, percent: 0 };
let opening = 0;
let ticket = 0;

async function addNamed(username: string, key: string, email: string | null): Promise<number> {
  const { id } = await addPlayer(site.deps.db);
  await site.deps.db.sql`
    update players set username = ${username}, username_key = ${key}, email = ${email}, email_key = ${email} where id = ${id}`;
  return id;
}

beforeAll(async () => {
  site = await createTestSite();
  const { db } = site.deps;
  for (const role of ['support', 'finance', 'admin'] as const) staff.set(role, await addPlayer(db, role));
  players.bezoes = await addNamed('Bezoes', 'bezoes', null);
  players.zoe = await addNamed('zoe', 'zoe', 'another@karat.example');
  players.isil = await addNamed('Işıl', 'işil', null);
  players.percent = await addNamed('under_score', 'under_score', null);
  await db.sql`update players set steam_id = '76561199000000021' where id = ${players.isil}`;
  await creditWelcomeDiamonds(site.deps, players.zoe, 1_000);
  const itemId = await addItem(db, { skinName: 'Found' });
  await addCase(db, { name: 'Found', price: 10, drops: [[itemId, 10_000]] });
  const seeds = createSeeds(site.deps);
  await seeds.ensure(players.zoe);
  [opening = 0] = await openCaseDirectly(site.deps, seeds, { playerId: players.zoe, caseName: 'Found' });
  const [row] = await db.sql<{ id: number }>`
    insert into tickets (player_id, title) values (${players.zoe}, 'Where is it?') returning id`;
  ticket = row!.id;
});
afterAll(() => site.close());

async function search(text: string, role: TestRole = 'support'): Promise<SearchHit[]> {
  const { headers } = staff.get(role)!;
  const reply = await site.http.inject({ url: `/admin/search?text=${encodeURIComponent(text)}`, headers });
  expect(reply.statusCode).toBe(200);
  return reply.json<{ data: SearchHit[] }>().data;
}

const ids = (hits: readonly SearchHit[]) => hits.map(({ id }) => id);

describe('players', () => {
  test.each([
    ['zoe', ['zoe', 'bezoes']],
    ['ZOE', ['zoe', 'bezoes']],
    ['zo', ['zoe']],
    ['nother@kar', ['zoe']],
    ['ŞIL', ['isil']],
    ['76561199000000021', ['isil']],
    ['r_sc', ['percent']],
    ['r%sc', []],
    ['%', []],
    ['nothing such', []],
    ['', []],
  ] as const)('found by "%s" are %j', async (text, names) => {
    expect(ids(await search(text))).toEqual(names.map((name) => players[name]));
  });

  test('are found by the start of their name without the extension for parts', async () => {
    await site.deps.db.transaction(async (tx) => {
      await tx.sql`drop index players_partial_names`;
    });
    expect(ids(await search('zoe'))).toEqual([players.zoe]);
    expect(ids(await search('ezoe'))).toEqual([]);
    await site.deps.db.sql`
      create index players_partial_names on players using gin (username_key gin_trgm_ops, email_key gin_trgm_ops)`;
  });

  test('are found by an index', async () => {
    const plan = await site.deps.db.transaction(async ({ sql }) => {
      await sql`set local enable_seqscan = off`;
      return sql`explain select id from players where username_key like '%zoe%'`;
    });
    expect(JSON.stringify(plan)).toContain('players_partial_names');
  });
});

describe('things', () => {
  test('are found by their reference', async () => {
    const [hit] = await search(`open:${opening}`);
    expect(hit).toEqual({
      kind: 'opening',
      id: opening,
      title: 'Found: P250 | Found (Field-Tested)',
      state: null,
      player: { id: players.zoe, username: 'zoe', isSandbox: false },
    });
  });

  test('are found by their number, each kind', async () => {
    const { db } = site.deps;
    const [line] = await db.sql<{ id: number }>`select min(id) as id from ledger where player_id = ${players.zoe}`;
    const kinds = (await search(String(line!.id))).map(({ kind }) => kind);
    expect(kinds).toContain('transaction');
    expect((await search(`transaction ${line!.id}`))[0]).toMatchObject({ title: '1000', state: 'WELCOME' });
  });

  test('are found only by roles that may see them', async () => {
    const kindsFor = async (role: TestRole) => (await search(`ticket ${ticket}`, role)).map(({ kind }) => kind);
    expect(await kindsFor('support')).toEqual(['ticket']);
    expect(await kindsFor('admin')).toEqual(['ticket']);
    expect(await kindsFor('finance')).toEqual([]);
  });

  test('that do not exist are not found', async () => {
    expect(await search('listing 999999')).toEqual([]);
  });
});

test.each([['x'.repeat(255)], ['\u0000']])('refuses the text %j', async (text) => {
  const { headers } = staff.get('support')!;
  const reply = await site.http.inject({ url: `/admin/search?text=${encodeURIComponent(text)}`, headers });
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid']);
});
