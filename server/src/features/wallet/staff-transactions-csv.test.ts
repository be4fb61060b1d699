import { ALL_TRANSACTIONS_CSV_COLUMNS } from '@karat/contract/wallet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvRows } from '#testing/csv-rows.ts';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

const ROWS = 5_500;

let site: TestSite;
let finance: TestPlayer;
let player: TestPlayer;

/** Rows of two players in turn: adjustments, every hundredth a reward; a thousand each on the second of March, the others later. */
async function addRows(): Promise<void> {
  const other = await addPlayer(site.deps.db);
  await site.deps.db.sql`
    insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance, created_at)
    select case when at % 100 = 0 then 'MISSION_REWARD' else 'ADMIN_ADJUST' end, 'csv:' || at,
           case when at % 2 = 0 then ${player.id}::int8 else ${other.id} end, 'external:adjust', 1, at, at + 1,
           timestamptz '2026-03-02T12:00:00Z' + case when at <= 2000 then interval '0' else interval '1 day' end
    from generate_series(1, ${ROWS}::int4) as at order by at`;
}

beforeAll(async () => {
  site = await createTestSite({}, { take: () => 0 });
  finance = await addPlayer(site.deps.db, 'finance');
  player = await addPlayer(site.deps.db);
  await site.deps.db.sql`update players set username = 'csv_one', username_key = 'csv_one' where id = ${player.id}`;
  await addRows();
});
afterAll(() => site.close());

const download = (query = '', who = finance) =>
  site.http.inject({ url: `/admin/downloadTransactions${query}`, headers: who.headers });

test('has all transactions once, oldest first, over many batches', async () => {
  const reply = await download();
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="karat-transactions.csv"',
  });
  const [head, ...rows] = csvRows(reply.body);
  expect(head).toEqual([...ALL_TRANSACTIONS_CSV_COLUMNS]);
  const ids = rows.map(([id]) => Number(id));
  expect(ids).toHaveLength(ROWS);
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
});

test.each([
  ['?username=csv_one', ROWS / 2],
  ['?username=CSV_ONE&type=MISSION_REWARD', ROWS / 100],
  ['?type=MISSION_REWARD', ROWS / 100],
  ['?from=2026-03-02&to=2026-03-02', 2_000],
  ['?from=2026-03-03&username=csv_one', (ROWS - 2_000) / 2],
  ['?from=2026-03-04', 0],
  ['?username=not_there', 0],
])('%s has %d rows', async (query, count) => {
  expect(csvRows((await download(query)).body)).toHaveLength(count + 1);
});

test('is refused without the permission for downloads, and with a wrong filter', async () => {
  const support = await addPlayer(site.deps.db, 'support');
  expect((await download('', support)).json<{ code: string }>().code).toBe('forbidden');
  expect((await download('?from=yesterday')).json<{ code: string }>().code).toBe('invalid');
});
