import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSeeds } from '#features/fairness/fairness.ts';
import { addCase, addItem, type TestPlayer, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { saferPlayCalls } from '#testing/safer-play-calls.ts';
import { openCaseDirectly } from '#testing/rolled-openings.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { EXPORT_LISTS } from './export-queries.ts';

let site: TestSite;
let calls: ReturnType<typeof saferPlayCalls>;
beforeAll(async () => {
  site = await createTestSite({}, { take: () => 0 });
  calls = saferPlayCalls(site);
});
afterAll(() => site.close());

const sql: TestSite['deps']['db']['sql'] = (strings, ...values) => site.deps.db.sql(strings, ...values);

async function signUp(username: string): Promise<TestPlayer> {
  const payload = { email: `${username}@karat.example`, username, password: 'long enough' };
  const reply = await site.http.inject({ method: 'POST', url: '/auth/signup', payload });
  const { token } = JSON.parse(reply.body) as { token: string };
  return { id: (await site.deps.sessions.find(token))!.id, headers: { authorization: `Bearer ${token}` } };
}

type MyData = Readonly<Record<string, Readonly<Record<string, unknown>>[]>> & {
  readonly account: Readonly<Record<string, unknown>>;
};

const download = async ({ headers }: TestPlayer) => {
  const reply = await site.http.inject({ url: '/user/downloadMyData', headers });
  return { reply, data: JSON.parse(reply.body) as MyData };
};

test('exports everything about a player, and nothing about others', async () => {
  const [player, other] = [await signUp('curious'), await signUp('outsider')];
  await calls.setLimits(player, { kind: 'wager', period: 'day', allowed: 700 });
  await calls.call(player, 'POST', '/auth/createTicket', {
    title: 'A question',
    message: 'Where is all that you keep?',
  });
  await calls.call(other, 'POST', '/auth/createTicket', {
    title: 'Somebody else',
    message: 'This is not yours to read.',
  });
  const { reply, data } = await download(player);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="karat-my-data.json"',
    'cache-control': 'no-store',
  });
  expect(data.account).toMatchObject({ username: 'curious', email: 'curious@karat.example', state: 'active' });
  expect(data['saferPlay']).toMatchObject({ limits: [{ kind: 'wager', period: 'day', allowed: 700 }] });
  expect(data['sessions']).toHaveLength(1);
  expect(data['tickets']).toMatchObject([
    { title: 'A question', messages: [{ from: 'you', text: 'Where is all that you keep?' }] },
  ]);
  expect(data['events']!.map(({ event }) => event)).toContain('account.signup');
  expect(reply.body).not.toMatch(/outsider|not yours|argon2|password_hash|token_hash/);
});

test('exports a long history completely and in order', async () => {
  const player = await signUp('longliver');
  const LINES = 2_500;
  await sql`
    insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
    select 'ADMIN_ADJUST', 'long:' || at, ${player.id}, 'external:adjust', 1, at - 1, at
    from generate_series(1, ${LINES}::int4) as at order by at`;
  const { data } = await download(player);
  const exportedRows = data['ledger']!.filter(({ reference }) => String(reference).startsWith('long:'));
  expect(exportedRows.map(({ newBalance }) => newBalance)).toEqual(
    Array.from({ length: LINES }, (_, index) => index + 1),
  );
});

test('exports openings, items and ledger rows by name', async () => {
  const player = await signUp('opener');
  await creditWelcomeDiamonds(site.deps, player.id, 1_000).catch(() => undefined);
  const itemId = await addItem(site.deps.db, { skinName: 'Exported' });
  await addCase(site.deps.db, { name: 'Exported case', price: 100, drops: [[itemId, 10_000]] });
  const seeds = createSeeds(site.deps);
  await seeds.ensure(player.id);
  await openCaseDirectly(site.deps, seeds, { playerId: player.id, caseName: 'Exported case' });
  const { data } = await download(player);
  expect(data['openings']).toMatchObject([{ case: 'Exported case', item: 'P250 | Exported (Field-Tested)', nonce: 0 }]);
  expect(data['items']).toMatchObject([{ item: 'P250 | Exported (Field-Tested)', state: 'OWNED' }]);
  expect(data['ledger']!.at(-1)).toMatchObject({ type: 'CASE_OPEN', amount: -100 });
});

test('is for players only, and an empty account has every part', async () => {
  expect((await site.http.inject({ url: '/user/downloadMyData' })).statusCode).toBe(401);
  const { data } = await download(await signUp('newcomer'));
  for (const name of Object.keys(EXPORT_LISTS)) expect(Array.isArray(data[name])).toBe(true);
});

/** Tables that are not in the file, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  wallets: 'the balance stands with the account',
  sealed_wallets: 'sums of the rows of the ledger',
  player_days: 'sums of the rows of the ledger and of openings',
  win_days: 'the largest openings, bets and matches of each day',
  profile_privacy: 'stands with the account',
  safer_play: 'as saferPlay',
  play_limits: 'as saferPlay',
  play_limit_uses: 'as saferPlay',
  carried_limit_uses: 'as saferPlay',
  last_stakes: 'as saferPlay',
  roulette_stakes: 'totals of the roulette bets of the last round',
  tallies: 'as missions',
  case_tallies: 'as missions',
  mission_starts: 'as missions',
  mission_completions: 'as missions',
  chat_mutes: 'as chat',
  hidden_players: 'as chat',
  known_devices: 'as chat: when each was last used; the rest is a hash',
  recovery_codes: 'as secondFactor: how many are left; the rest is a hash',
  sign_in_challenges: 'hashes, deleted within an hour',
  passkey_challenges: 'random numbers, deleted within an hour',
  residents: 'programs, not people',
  request_keys: 'answers that were given already, kept for a month',
};

test('every table with players is exported or explicitly left out', async () => {
  const tables = await sql<{ name: string }>`
    select distinct table_name as name from information_schema.columns join information_schema.tables using (table_name)
    where column_name in ('player_id', 'seller_id') and table_type = 'BASE TABLE' and columns.table_schema = 'public'
    order by 1`;
  const exportQueries = Object.values(EXPORT_LISTS)
    .map((part) => String(part))
    .join('\n');
  const missing = tables.filter(
    ({ name }) => !(name in LEFT_OUT) && !new RegExp(`from ${name}\\b`).test(exportQueries),
  );
  expect(missing).toEqual([]);
});
