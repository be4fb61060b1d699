import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '#db/db.ts';
import { addCase, addItem, addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { createScrapedSite, type Family, valueOf } from '#testing/scrape.ts';

let site: Awaited<ReturnType<typeof createScrapedSite>>;
let families: Map<string, Family>;

async function addTrades({ sql }: Db, { id }: TestPlayer): Promise<void> {
  await sql`
    insert into trade_offers (kind, player_id, state, code, steam_id, trade_token, amount, created_at, updated_at)
    select 'deposit', ${id}, state, state || age, '', '', 10, now() - age, now() - age
    from (values ('SENT', interval '10 minutes'), ('SENT', interval '2 hours'), ('CREDITED', interval '1 day'),
                 ('DECLINED', interval '1 hour'), ('DECLINED', interval '2 days')) as offer (state, age)`;
}

async function askSupport(asker: TestPlayer, staff: TestPlayer): Promise<void> {
  const post = (who: TestPlayer, url: string, payload: object) =>
    site.http.inject({ method: 'POST', url, headers: who.headers, payload });
  for (const title of ['First question', 'Second question', 'Third question']) {
    const reply = await post(asker, '/auth/createTicket', { title, message: 'Where are my diamonds?' });
    const { ticket } = reply.json<{ ticket: { id: number } }>();
    if (title.startsWith('First')) await post(staff, `/auth/sendTicketMessage/${ticket.id}`, { message: 'Here.' });
  }
}

beforeAll(async () => {
  site = await createScrapedSite();
  const { db } = site.deps;
  const [player, staff] = [await addPlayer(db), await addPlayer(db, 'admin')];
  await addTrades(db, player);
  await askSupport(player, staff);
  await db.sql`
    insert into price_reads (source, failure, created_at)
    values ('https://prices.example', null, now() - interval '3 hours'), ('https://prices.example', 'away', now())`;
  await db.sql`
    insert into adjustment_requests (player_id, amount, reason, requested_by) values (${player.id}, 5, 'sorry', ${staff.id})`;
  await addCase(db, { name: 'Box', price: 500, drops: [[await addItem(db), 10_000]] });
  await db.sql`
    insert into notifications (player_id, icon, title, message, key, parameters)
    values (${staff.id}, 'warning', 'Unlikely drops', '', 'odds.unlikely', '{"caseName": "Box", "version": 1}')`;
  for (const username of ['unknown-one', 'unknown-two']) {
    const payload = { username, password: 'not the password' };
    await site.http.inject({ method: 'POST', url: '/auth/login', payload });
  }
  await site.http.inject('/auth/steamreturn');
  families = await site.scrape();
});
afterAll(() => site.close());

test('counts unfinished deposits and withdrawals by state, with the age of the oldest', () => {
  const sent = { kind: 'deposit', state: 'sent' };
  expect(valueOf(families, 'karat_trade_offers', sent)).toBe(2);
  expect(valueOf(families, 'karat_trade_offers', { kind: 'deposit', state: 'credited' })).toBe(1);
  expect(valueOf(families, 'karat_trade_offers', { kind: 'withdrawal', state: 'sent' })).toBe(0);
  expect(valueOf(families, 'karat_trade_offers_oldest_age_seconds', sent)).toBeGreaterThanOrEqual(7_200);
  expect(valueOf(families, 'karat_trade_offers_oldest_age_seconds', { kind: 'withdrawal', state: 'created' })).toBe(0);
});

test('counts finished ones for a day', () => {
  const declined = { kind: 'deposit', state: 'declined' };
  expect(valueOf(families, 'karat_trade_offers_finished_last_day', declined)).toBe(1);
});

test('counts open tickets by who must answer', () => {
  expect(valueOf(families, 'karat_open_tickets', { waiting_for: 'staff' })).toBe(2);
  expect(valueOf(families, 'karat_open_tickets', { waiting_for: 'player' })).toBe(1);
});

test('measures the age of prices from the last complete read of the feed', () => {
  const seconds = valueOf(families, 'karat_price_age_seconds');
  expect(seconds).toBeGreaterThanOrEqual(3 * 3_600);
  expect(seconds).toBeLessThan(4 * 3_600);
});

test('counts pending adjustments and cases with unlikely drops', () => {
  expect(valueOf(families, 'karat_waiting_adjustments')).toBe(1);
  expect(valueOf(families, 'karat_unlikely_cases')).toBe(1);
});

test('counts failed sign-ins by method and reason', () => {
  const counted = (method: string, reason: string) =>
    valueOf(families, 'karat_failed_sign_ins_total', { method, reason });
  expect(counted('password', 'wrong_credentials')).toBe(2);
  expect(counted('password', 'banned')).toBe(0);
  expect(counted('steam', 'failed')).toBe(1);
});

test('omits database series while the database is down, and reports it', async () => {
  const away = await createScrapedSite();
  await away.http.ready();
  await away.dropDatabase();
  await expect.poll(async () => valueOf(await away.scrape(), 'karat_store_up'), { timeout: 10_000 }).toBe(0);
  const scraped = await away.scrape();
  expect(valueOf(scraped, 'karat_ledger_halted')).toBeUndefined();
  expect(valueOf(scraped, 'karat_open_tickets')).toBeUndefined();
  expect(valueOf(scraped, 'process_cpu_seconds_total')).toBeGreaterThan(0);
  await away.close();
});
