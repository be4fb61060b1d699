import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adjustBalance } from '#features/adjustments/adjustments.ts';
import { addPlayer, type TestPlayer, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

const PATH = '/user/downloadTransactions';
const HEAD = 'id,createdAt,transactionType,subject,amount,oldBalance,newBalance';
/** More than one chunk. */
const MANY = 4_300;

let site: TestSite;
let [player, admin]: TestPlayer[] = [];

beforeAll(async () => {
  site = await createTestSite();
  await site.listen();
  admin = await addPlayer(site.deps.db, 'admin');
});
beforeEach(async () => {
  player = await addPlayer(site.deps.db);
  await creditWelcomeDiamonds(site.deps, player.id, 1_000);
});
afterAll(() => site.close());

const adjust = (amount: number, reason: string) =>
  site.deps.db.transaction((tx) =>
    adjustBalance(tx, site.deps, { playerId: player!.id, amount, reason, actorId: admin!.id }),
  );

async function redate(): Promise<void> {
  const { sql } = site.deps.db;
  await sql`alter table ledger disable trigger ledger_immutable`;
  await sql`update ledger set created_at = '2026-03-03T14:05:09.123Z' where player_id = ${player!.id}`;
  await sql`alter table ledger enable trigger ledger_immutable`;
}

/** Ledger rows without a cause, enough for several chunks. */
async function addMany(): Promise<void> {
  await site.deps.db.transaction(async ({ sql }) => {
    await sql`
      insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
      select 'QUICK_SELL', ${`many:${player!.id}:`} || i, ${player!.id}, 'house:items', 1, 999 + i, 1000 + i
      from generate_series(1, ${MANY}::int4) as i order by i`;
    await sql`
      update wallets set balance = balance + ${MANY}, version = version + ${MANY} where player_id = ${player!.id}`;
  });
}

const download = (query = '', headers: Record<string, string> = player!.headers) =>
  site.http.inject({ url: `${PATH}${query}`, headers });

async function fetchIds(playerId: number): Promise<number[]> {
  const rows = await site.deps.db.sql<{ id: number }>`select id from ledger where player_id = ${playerId} order by id`;
  return rows.map(({ id }) => id);
}

describe("the CSV file of a player's ledger", () => {
  test('has exact bytes: oldest first, plain numbers, escaped text', async () => {
    const reasons = [
      'plain words',
      '=HYPERLINK("http://evil.example","prize")',
      '+1, or so',
      '-2',
      '@SUM(A1)',
      '=1+1\r\nsecond line',
      'çekiliş ★, "alıntı"',
      'a\ttab\nand a line',
    ];
    for (const [at, reason] of reasons.entries()) await adjust(at % 2 === 0 ? 10 : -10, reason);
    await redate();
    const ids = await fetchIds(player!.id);
    const reply = await download();
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="karat-balance-history.csv"',
      'cache-control': 'no-store',
    });
    const at = '2026-03-03T14:05:09.123Z';
    const lines = [
      `${ids[0]},${at},WELCOME,,1000,0,1000`,
      `${ids[1]},${at},ADMIN_ADJUST,plain words,10,1000,1010`,
      `${ids[2]},${at},ADMIN_ADJUST,"'=HYPERLINK(""http://evil.example"",""prize"")",-10,1010,1000`,
      `${ids[3]},${at},ADMIN_ADJUST,"'+1, or so",10,1000,1010`,
      `${ids[4]},${at},ADMIN_ADJUST,'-2,-10,1010,1000`,
      `${ids[5]},${at},ADMIN_ADJUST,'@SUM(A1),10,1000,1010`,
      `${ids[6]},${at},ADMIN_ADJUST,"'=1+1\r\nsecond line",-10,1010,1000`,
      `${ids[7]},${at},ADMIN_ADJUST,"çekiliş ★, ""alıntı""",10,1000,1010`,
      `${ids[8]},${at},ADMIN_ADJUST,"a\ttab\nand a line",-10,1010,1000`,
    ];
    expect(reply.rawPayload).toEqual(Buffer.from(`\uFEFF${[HEAD, ...lines, ''].join('\r\n')}`));
  });

  test("has every row once across chunks and ends with the wallet's balance", async () => {
    await addMany();
    const lines = (await download()).body.trimEnd().split('\r\n').slice(1);
    expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(await fetchIds(player!.id));
    expect(lines.at(-1)?.split(',').at(-1)).toBe(String(1_000 + MANY));
  });

  test('accepts the filters of the list', async () => {
    await adjust(5, 'five');
    await redate();
    const kinds = async (query: string) =>
      (await download(query)).body
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[2]);
    expect(await kinds('?type=ADMIN_ADJUST')).toEqual(['ADMIN_ADJUST']);
    expect(await kinds('?from=2026-03-03&to=2026-03-03')).toEqual(['WELCOME', 'ADMIN_ADJUST']);
    expect(await kinds('?from=2026-03-04')).toEqual([]);
    const bad = await download('?to=2026-02-30');
    expect([bad.statusCode, bad.json()]).toEqual([
      400,
      { message: 'Invalid date.', error: 'Invalid date.', code: 'invalid' },
    ]);
  });

  test("accepts a bearer token or a cookie and contains only the player's own rows", async () => {
    await adjust(5, 'for one only');
    const token = player!.headers.authorization.slice('Bearer '.length);
    const going = { cookie: `karat_session=${token}`, accept: 'text/html', 'sec-fetch-mode': 'navigate' };
    expect((await download('', going)).body).toBe((await download()).body);
    const other = await addPlayer(site.deps.db);
    expect((await download('', other.headers)).body).toBe(`\uFEFF${HEAD}\r\n`);
  });

  test('rejects visitors and ended sessions', async () => {
    for (const headers of [{}, { authorization: `Bearer ${'x'.repeat(43)}` }]) {
      const reply = await download('', headers);
      expect([reply.statusCode, reply.json().code]).toEqual([401, 'unauthenticated']);
    }
  });

  test('frees its slot when the client aborts', async () => {
    await addMany();
    // The limit per player.
    for (let at = 0; at < 2; at += 1) {
      const request = get(`${site.origin()}${PATH}`, { headers: player!.headers });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      response.destroy();
      await once(response, 'close');
    }
    const patience = { interval: 500, timeout: 30_000 };
    await expect.poll(async () => (await download()).statusCode, patience).toBe(200);
  });

  test('limits the number of downloads', async () => {
    const statuses = [];
    for (let at = 0; at < 12; at += 1) statuses.push((await download()).statusCode);
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(statuses.at(-1)).toBe(429);
  });
});
