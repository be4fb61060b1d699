import type { Language } from '@karat/contract/language';
import { type PushCategory, PUSH_CATEGORIES } from '@karat/contract/push';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noopLive } from '#live/noop-live.ts';
import { notify, notifyMany, pushToPlayers } from '#features/notifications/notifications.ts';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { startPushService, type TestPushService } from '#testing/push-service.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { createDelivery, pushLoop } from './loop.ts';

let site: TestSite;
let service: TestPushService;
let sendDue: () => Promise<void>;
beforeAll(async () => {
  site = await createTestSite({}, { take: () => 0 });
  service = await startPushService();
  sendDue = createDelivery({ ...site.deps, push: site.deps.push! });
});
afterAll(async () => {
  await site.close();
  await service.close();
});
beforeEach(async () => {
  service.answer({ status: 201 });
  await sql`delete from push_subscriptions`;
});

const sql: TestSite['deps']['db']['sql'] = (strings, ...values) => site.deps.db.sql(strings, ...values);

type Wanted = { readonly language?: Language; readonly categories?: readonly PushCategory[] };

async function subscribe(player: TestPlayer, { language = 'en', categories = PUSH_CATEGORIES }: Wanted = {}) {
  const browser = service.addBrowser();
  const payload = { endpoint: browser.endpoint, keys: browser.keys, language, categories };
  const url = '/user/savePushSubscription';
  const reply = await site.http.inject({ method: 'POST', url, headers: player.headers, payload });
  expect(reply.statusCode).toBe(200);
  return browser;
}

const answerTicket = ({ id: playerId }: TestPlayer, title = 'Where is my skin?') =>
  site.deps.db.transaction((tx) =>
    notify(tx, noopLive, { playerId, key: 'ticket.answered', parameters: { title }, path: '/support/7' }),
  );

const queue = () =>
  sql<{ attempts: number; waitSeconds: number }>`
    select attempts, extract(epoch from due_at - now())::float8 as "waitSeconds" from push_messages order by id`;
const makeDue = () => sql`update push_messages set due_at = now()`;
const subscriptionsOf = ({ id }: TestPlayer) =>
  sql<{ failureCount: number; isSuccess: boolean }>`
    select failure_count as "failureCount", last_success_at is not null as "isSuccess" from push_subscriptions
    where player_id = ${id}`;

test('a notification reaches every device that wants it, in the language of the device', async () => {
  const player = await addPlayer(site.deps.db);
  const [english, turkish, other] = [
    await subscribe(player),
    await subscribe(player, { language: 'tr', categories: ['ticket'] }),
    await subscribe(player, { categories: ['trade', 'sale', 'match'] }),
  ];
  const outsider = await subscribe(await addPlayer(site.deps.db));
  await answerTicket(player);
  await sendDue();
  expect(service.payloadsOf(english.path)).toMatchObject([
    { title: 'Support answered', body: 'Where is my skin?', path: '/support/7' },
  ]);
  expect(service.payloadsOf(turkish.path)).toMatchObject([{ title: 'Destek yanıt verdi', body: 'Where is my skin?' }]);
  expect(service.payloadsOf(other.path)).toEqual([]);
  expect(service.payloadsOf(outsider.path)).toEqual([]);
  expect(await queue()).toEqual([]);
  expect((await subscriptionsOf(player)).filter(({ isSuccess }) => isSuccess)).toHaveLength(2);
});

test('nothing is sent for a transaction that is rolled back, or for other notifications', async () => {
  const player = await addPlayer(site.deps.db);
  const { path } = await subscribe(player);
  const { db } = site.deps;
  const rolledBack = db.transaction(async (tx) => {
    await notify(tx, noopLive, { playerId: player.id, key: 'ticket.answered', parameters: { title: 'Undone' } });
    throw new Error('undone');
  });
  await expect(rolledBack).rejects.toThrow('undone');
  await db.transaction(async (tx) => {
    await notify(tx, noopLive, { playerId: player.id, key: 'inventory.sold', parameters: { name: 'x', price: 1 } });
    await notifyMany(tx, noopLive, [{ playerId: player.id, key: 'roulette.won', parameters: { roundId: 1, won: 2 } }]);
  });
  await sendDue();
  expect(service.payloadsOf(path)).toEqual([]);
});

test('players of a room get a push without a notification, with a short life', async () => {
  const [one, two] = [await addPlayer(site.deps.db), await addPlayer(site.deps.db)];
  const [first, second] = [await subscribe(one), await subscribe(two, { language: 'tr' })];
  const content = { key: 'room.full', parameters: { roomId: 57 } } as const;
  await site.deps.db.transaction((tx) => pushToPlayers(tx, { playerIds: [one.id, two.id], tag: 'room-57' }, content));
  await sendDue();
  expect(service.payloadsOf(first.path)).toMatchObject([
    { title: 'Room #57 is full', path: '/room/57', tag: 'room-57' },
  ]);
  expect(service.payloadsOf(second.path)).toMatchObject([{ title: '#57 numaralı oda doldu' }]);
  const { headers } = service.received.find(({ path }) => path === first.path)!;
  expect(headers['urgency']).toBe('high');
  expect(Number(headers['ttl'])).toBeLessThanOrEqual(120);
  expect(await sql`select id from notifications where player_id = ${one.id}`).toEqual([]);
});

test('many processes at once send each message once', async () => {
  const player = await addPlayer(site.deps.db);
  const { path } = await subscribe(player);
  for (let ticket = 0; ticket < 10; ticket++) await answerTicket(player, `Ticket ${ticket}`);
  const deps = { ...site.deps, push: site.deps.push! };
  await Promise.all(Array.from({ length: 6 }, () => createDelivery(deps)()));
  const bodies = service.payloadsOf(path).map(({ body }) => String(body));
  expect(bodies.toSorted((a, b) => a.localeCompare(b))).toEqual(
    Array.from({ length: 10 }, (_, ticket) => `Ticket ${ticket}`),
  );
});

describe('a push service', () => {
  test.each([404, 410])('that answers %s ends the subscription', async (status) => {
    const player = await addPlayer(site.deps.db);
    await subscribe(player);
    await answerTicket(player);
    service.answer({ status });
    await sendDue();
    expect(await subscriptionsOf(player)).toEqual([]);
    expect(await queue()).toEqual([]);
  });

  test('that is busy gets the message later, as it asks', async () => {
    const player = await addPlayer(site.deps.db);
    const { path } = await subscribe(player);
    await answerTicket(player);
    service.answer({ status: 429, headers: { 'retry-after': '300' } });
    await sendDue();
    const [waiting] = await queue();
    expect(waiting).toMatchObject({ attempts: 1 });
    expect(waiting!.waitSeconds).toBeGreaterThan(290);
    await sendDue();
    expect(service.payloadsOf(path)).toHaveLength(1);
    service.answer({ status: 201 });
    await makeDue();
    await sendDue();
    expect(service.payloadsOf(path)).toHaveLength(2);
    expect(await queue()).toEqual([]);
  });

  test('that fails is tried six times with growing pauses', async () => {
    const player = await addPlayer(site.deps.db);
    const { path } = await subscribe(player);
    await answerTicket(player);
    service.answer({ status: 500 });
    const waits: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      await makeDue();
      await sendDue();
      waits.push(...(await queue()).map(({ waitSeconds }) => waitSeconds));
    }
    expect(service.payloadsOf(path)).toHaveLength(6);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits.map((seconds) => Math.round(seconds / 2) * 2)).toEqual([2, 8, 32, 128, 512]);
    expect(await subscriptionsOf(player)).toMatchObject([{ failureCount: 1 }]);
  });

  test('that refuses message after message ends the subscription, a success in between does not', async () => {
    const player = await addPlayer(site.deps.db);
    await subscribe(player);
    const refuse = async (count: number) => {
      service.answer({ status: 400 });
      for (let each = 0; each < count; each++) await answerTicket(player);
      await sendDue();
    };
    await refuse(9);
    service.answer({ status: 201 });
    await answerTicket(player);
    await sendDue();
    await refuse(9);
    expect(await subscriptionsOf(player)).toMatchObject([{ failureCount: 9 }]);
    await refuse(1);
    expect(await subscriptionsOf(player)).toEqual([]);
  });
});

test('a message that has expired is not sent', async () => {
  const player = await addPlayer(site.deps.db);
  const { path } = await subscribe(player);
  await answerTicket(player);
  await sql`update push_messages set expires_at = now() - interval '1 second'`;
  await sendDue();
  expect(service.payloadsOf(path)).toEqual([]);
  expect(await queue()).toEqual([]);
});

test('turning a category off drops what waits for it', async () => {
  const player = await addPlayer(site.deps.db);
  const { endpoint, keys, path } = await subscribe(player);
  await answerTicket(player);
  const payload = { endpoint, keys, language: 'en', categories: ['sale'] };
  await site.http.inject({ method: 'POST', url: '/user/savePushSubscription', headers: player.headers, payload });
  await sendDue();
  expect(service.payloadsOf(path)).toEqual([]);
});

test('the loop sends what is queued, and deletes browsers that were not on the site for two months', async () => {
  const [player, absent] = [await addPlayer(site.deps.db), await addPlayer(site.deps.db)];
  const { path } = await subscribe(player);
  await subscribe(absent);
  await sql`update push_subscriptions set seen_at = now() - interval '61 days' where player_id = ${absent.id}`;
  await answerTicket(player);
  const stopping = new AbortController();
  const looping = pushLoop(site.deps, stopping.signal, { everyMs: 10 });
  await expect.poll(() => service.payloadsOf(path).length).toBe(1);
  await expect.poll(() => queue()).toEqual([]);
  stopping.abort();
  await looping;
  expect(await subscriptionsOf(absent)).toEqual([]);
});
