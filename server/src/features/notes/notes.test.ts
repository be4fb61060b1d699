import type { Note } from '@karat/contract/notes';
import type { Pagination } from '@karat/contract/pagination';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
let support: TestPlayer;
let player: TestPlayer;

beforeAll(async () => {
  site = await createTestSite();
  support = await addPlayer(site.deps.db, 'support');
});
beforeEach(async () => {
  player = await addPlayer(site.deps.db);
});
afterAll(() => site.close());

const add = (
  text: unknown,
  { key, who = support, userId = player.id }: { key?: string; who?: TestPlayer; userId?: number } = {},
) =>
  site.http.inject({
    method: 'POST',
    url: `/admin/addNote/${userId}`,
    payload: { text },
    headers: { ...who.headers, ...(key !== undefined && { 'idempotency-key': key }) },
  });

const read = async (query = '') =>
  (await site.http.inject({ url: `/admin/getNotes/${player.id}${query}`, headers: support.headers })).json<{
    data: Note[];
    pagination: Pagination;
  }>();

test('lists notes newest first with their author, page by page', async () => {
  for (const text of ['One', 'Two\nlines', 'Three']) expect((await add(text)).statusCode).toBe(200);
  const { data, pagination } = await read('?limit=2');
  expect(data.map(({ text }) => text)).toEqual(['Three', 'Two\nlines']);
  expect(data[0]!.author.id).toBe(support.id);
  expect(pagination).toEqual({ totalResults: 3, resultsPerPage: 2, currentPage: 1 });
  expect((await read('?limit=2&page=2')).data.map(({ text }) => text)).toEqual(['One']);
});

test('adds a note once for each key, also when twenty requests race', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => add('Only once', { key: 'k'.repeat(20) })));
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
  expect((await read()).pagination.totalResults).toBe(1);
  expect((await add('Another text', { key: 'k'.repeat(20) })).json().code).toBe('key_reused');
});

test('records a note in the staff log, without its text', async () => {
  await add('Secret suspicion');
  const [entry] = await site.deps.db.sql<{ action: string; after: object }>`
    select action, after from staff_actions where subject = ${`player:${player.id}`}`;
  expect(entry).toEqual({ action: 'account.note', after: { note: expect.any(Number) as number } });
});

test.each([[''], ['  \n '], ['x'.repeat(4_001)], [7], ['a\u0000b']])('refuses the text %j', async (text) => {
  expect((await add(text)).json().code).toBe('invalid');
  expect((await read()).data).toEqual([]);
});

test('refuses an unknown player', async () => {
  expect((await add('Who?', { userId: 4_040_404 })).statusCode).toBe(404);
});

test('deletes notes and sign-ins together with the account', async () => {
  const payload = { email: `n${player.id}@karat.example`, username: `noted_${player.id}`, password: 'long enough' };
  const signedUp = await site.http.inject({ method: 'POST', url: '/auth/signup', payload });
  const headers = { authorization: `Bearer ${signedUp.json<{ token: string }>().token}` };
  const [row] = await site.deps.db.sql<{ id: number }>`select id from players where username = ${payload.username}`;
  player = { id: row!.id, headers };
  await add('To be deleted');
  const { username, password } = payload;
  const reply = await site.http.inject({
    method: 'POST',
    url: '/user/deleteAccount',
    payload: { username, password },
    headers,
  });
  expect(reply.statusCode).toBe(200);
  expect((await read()).data).toEqual([]);
  const late = await add('Too late');
  expect([late.statusCode, late.json().message]).toEqual([403, 'This account has been deleted by its owner.']);
  const signIns = await site.deps.db.sql`select id from sign_ins where player_id = ${player.id}`;
  expect(signIns).toEqual([]);
});
