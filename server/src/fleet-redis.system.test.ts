import { randomUUID } from 'node:crypto';
import type { FromServer, FromServerName } from '@karat/contract/live';
import { describe, expect, test, vi } from 'vitest';
import { addCase, addItem, addPlayer, addToInventory, type TestPlayer } from '#testing/fixtures.ts';
import { addPlayers, startBettingClients } from '#testing/betting-clients.ts';
import { runAuditCommand, expectBetsAccounted } from '#testing/betting-checks.ts';
import { isRedisInstalled } from '#testing/redis-process.ts';
import { startRedis } from '#testing/redis.ts';
import { untilRound } from '#testing/roulette-locks.ts';
import type { SiteProcess } from '#testing/site-process.ts';
import { startCluster, openTabOn, type Cluster } from '#testing/cluster.ts';
import type { Tab } from '#testing/tab.ts';

const WELCOME = 1_000_000;
const TIMES = { ROULETTE_BETTING_MS: '600', ROULETTE_SPIN_MS: '300', ROULETTE_PAUSE_MS: '100' };
const WAGERERS = 4;
/** The outage that players must not notice. */
const AWAY_MS = 30_000;
/** Enough diamonds to play that long on any machine. */
const FORTUNE = 1_000_000_000;
const CASE = 'Ember';
const TICKET = { title: 'A lost skin', message: 'It was there yesterday, and is not today.' };

const POLLING = { timeout: 60_000, interval: 50 };

type Redis = Awaited<ReturnType<typeof startRedis>>;
type Setup = Cluster & { readonly firstSite: SiteProcess; readonly secondSite: SiteProcess; readonly redis: Redis };

const hasRedis = ({ output }: SiteProcess): boolean => output.some((line) => line.includes('Connected to Redis'));

async function openTwo(): Promise<Setup> {
  const redis = await startRedis();
  const cluster = await startCluster({ ...TIMES, REDIS_URL: redis.url });
  const [firstSite, secondSite] = await Promise.all([cluster.start(0), cluster.start(1)]);
  await vi.waitUntil(() => [firstSite, secondSite].every(hasRedis), POLLING);
  return { ...cluster, firstSite, secondSite, redis };
}

async function call(site: SiteProcess, player: TestPlayer, address: string, body?: object) {
  const headers = { ...player.headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const reply = await fetch(`${site.origin}${address}`, { headers, ...post });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

async function mustCall(...args: Parameters<typeof call>): Promise<Record<string, unknown>> {
  const { status, body } = await call(...args);
  expect([args[2], status, body]).toEqual([args[2], 200, expect.anything()]);
  return body;
}

/** Sends a chat message in one process and waits for it in a tab of the other, so that all earlier events have arrived. */
async function untilDelivered(sender: Tab, receivers: readonly Tab[]): Promise<void> {
  const message = `are you there ${randomUUID()}`;
  sender.emit('SEND_MESSAGE', { message });
  for (const tab of receivers) await tab.next('NEW_MESSAGE', (payload) => payload.message === message);
}

async function nextOfEach<Name extends FromServerName>(tabs: readonly Tab[], name: Name): Promise<FromServer[Name][]> {
  return Promise.all(tabs.map((tab) => tab.next(name)));
}

const ticketTitle = ({ ticket }: FromServer['TICKET_UPDATED']): string => ticket.title;

describe.skipIf(!isRedisInstalled)('two processes that share a Redis, if installed', () => {
  test('sends each event once to the tabs of both', { timeout: 240_000 }, async () => {
    const { db, firstSite, secondSite } = await openTwo();
    const [player, admin] = [await addPlayer(db), await addPlayer(db, 'admin')];
    const soldId = await addToInventory(db, { playerId: player.id, itemId: await addItem(db) });
    const playerTabs = [await openTabOn(firstSite, player), await openTabOn(secondSite, player)] as const;
    const staff = [await openTabOn(firstSite, admin), await openTabOn(secondSite, admin)] as const;
    const tabs = [...playerTabs, ...staff];
    await nextOfEach(tabs, 'BALANCE_UPDATE');
    await untilDelivered(playerTabs[0], tabs);
    tabs.forEach((tab) => tab.clear());

    await mustCall(firstSite, player, `/user/quickSellItem/${soldId}`);
    const { ticket } = await mustCall(firstSite, player, '/auth/createTicket', TICKET);
    const { id } = ticket as { id: number };
    await mustCall(firstSite, admin, `/auth/sendTicketMessage/${id}`, { message: 'Of course' });
    await untilDelivered(playerTabs[0], tabs);

    expect((await nextOfEach(playerTabs, 'BALANCE_UPDATE')).map(({ balance }) => balance)).toEqual([900, 900]);
    expect((await nextOfEach(playerTabs, 'INVENTORY_CHANGED')).map(({ soldIds }) => soldIds)).toEqual([
      [soldId],
      [soldId],
    ]);
    for (const title of ['Item sold', 'Support answered']) {
      expect((await nextOfEach(playerTabs, 'ADD_NOTIFICATION')).map(({ data }) => data.title)).toEqual([title, title]);
    }
    // Opened, then answered.
    for (const each of [TICKET.title, TICKET.title]) {
      expect((await nextOfEach(tabs, 'TICKET_UPDATED')).map(ticketTitle)).toEqual(tabs.map(() => each));
    }
    const names = ['BALANCE_UPDATE', 'INVENTORY_CHANGED', 'ADD_NOTIFICATION', 'TICKET_UPDATED', 'NEW_MESSAGE'] as const;
    for (const tab of tabs) expect(names.map((name) => tab.receivedCount(name))).toEqual([0, 0, 0, 0, 0]);
  });

  test('shows players of both as online, and removes those of a lost process', { timeout: 240_000 }, async () => {
    const { db, firstSite, secondSite } = await openTwo();
    const [one, two, admin] = [await addPlayer(db), await addPlayer(db), await addPlayer(db, 'admin')];
    const [first, second, staff] = [
      await openTabOn(firstSite, one),
      await openTabOn(secondSite, two),
      await openTabOn(secondSite, admin),
    ];
    await openTabOn(firstSite, two);
    for (const tab of [first, second, staff]) await tab.next('ONLINE_COUNT', ({ count }) => count === 3);
    staff.emit('GET_ONLINE_USERS');
    await staff.next('ONLINE_USERS', ({ onlineUsers }) => onlineUsers.some(([id]) => id === one.id));
    await firstSite.kill();
    await second.next('ONLINE_COUNT', ({ count }) => count === 2);
    expect(
      (await staff.next('ONLINE_USERS', ({ onlineUsers }) => onlineUsers.length === 2)).onlineUsers.map(([id]) => id),
    ).toEqual(expect.arrayContaining([two.id, admin.id]));
  });

  test('shares rate limits', { timeout: 240_000 }, async () => {
    const { db, firstSite, secondSite } = await openTwo();
    const [hasty, calm] = [await addPlayer(db), await addPlayer(db)];
    for (let at = 0; at < 5; at += 1) await mustCall(firstSite, hasty, '/auth/createTicket', TICKET);
    let passed = 0;
    await vi.waitUntil(async () => {
      const { status } = await call(secondSite, hasty, '/auth/createTicket', TICKET);
      passed += Number(status === 200);
      return status === 429;
    }, POLLING);
    // Alone it would allow five.
    expect(passed).toBeLessThan(3);
    await mustCall(secondSite, calm, '/auth/createTicket', TICKET);
  });
});

/** Opens cases at either process until told to stop; returns unexpected answers. */
function startWagers({ anyOrigin }: Cluster, players: readonly TestPlayer[]) {
  const failures: unknown[] = [];
  let served = 0;
  let isOver = false;

  async function play(player: TestPlayer): Promise<void> {
    while (!isOver) {
      const headers = { ...player.headers, 'idempotency-key': randomUUID() };
      const answer = await fetch(`${anyOrigin()}/case/openCase/${CASE}`, { headers }).then(
        async (reply) => ({ status: reply.status, text: await reply.text() }),
        (error: unknown) => ({ status: 0, text: String(error) }),
      );
      if (answer.status === 200) served += 1;
      else failures.push(answer);
    }
  }

  const going = players.map(play);
  return {
    served: () => served,
    async stop(): Promise<unknown[]> {
      isOver = true;
      await Promise.all(going);
      return failures;
    },
  };
}

describe.skipIf(!isRedisInstalled)('two processes whose Redis fails, if installed', () => {
  test(
    'fails no wager during the outage, then tells tabs to refetch and resumes events',
    { timeout: 300_000 },
    async () => {
      const cluster = await openTwo();
      const { db, firstSite, secondSite, redis, settings } = cluster;
      const itemIds = [await addItem(db), await addItem(db, { skinName: 'Boreal Forest', price: 10 })];
      await addCase(db, {
        name: CASE,
        price: 700,
        drops: [
          [itemIds[0]!, 4_000],
          [itemIds[1]!, 6_000],
        ],
      });
      const players = await addPlayers(db, WAGERERS, FORTUNE);
      const tabs = [await openTabOn(firstSite, players[0]!), await openTabOn(secondSite, players[1]!)] as const;
      await untilDelivered(tabs[0], tabs);
      const wagers = startWagers(cluster, players);
      await vi.waitUntil(() => wagers.served() > 50, POLLING);
      await redis.stop();
      tabs.forEach((tab) => tab.clear());
      const [before, startMs] = [wagers.served(), performance.now()];
      await vi.waitUntil(() => performance.now() - startMs > AWAY_MS && wagers.served() > before + 50, POLLING);
      for (const tab of tabs) await tab.next('ONLINE_COUNT', ({ count }) => count === 1);
      // Chat messages still reach the tabs of their own process.
      tabs[0].emit('SEND_MESSAGE', { message: 'only this process gets this' });
      await tabs[0].next('NEW_MESSAGE');
      await redis.start();
      for (const tab of tabs) await tab.next('EVENTS_MISSED');
      expect(tabs[1].receivedCount('NEW_MESSAGE')).toBe(0);
      await untilDelivered(tabs[0], tabs);
      await untilDelivered(tabs[1], tabs);
      await openTabOn(firstSite, players[2]!);
      for (const tab of tabs) await tab.next('ONLINE_COUNT', ({ count }) => count === 3);
      expect(await wagers.stop()).toEqual([]);
      for (const { output } of [firstSite, secondSite]) {
        expect(output.filter((line) => line.includes('Redis connection lost'))).toHaveLength(1);
        expect(output.filter((line) => line.includes('"level":"error"'))).toEqual([]);
      }
      expect(await runAuditCommand(settings)).toContain('The books are right');
    },
  );

  test('fails no retried request when processes are replaced one after another', { timeout: 300_000 }, async () => {
    const cluster = await openTwo();
    const { db, sites, start, settings, anyOrigin } = cluster;
    const clients = startBettingClients(anyOrigin, await addPlayers(db, 6, WELCOME), { namesRound: 1 });
    for (const place of [0, 1]) {
      const { id } = await untilRound(db, (round) => round.id > 1);
      expect(await sites[place]!.stop()).toBe(0);
      await untilRound(db, (round) => round.id > id + 1);
      await start(place);
      await untilRound(db, (round) => round.id > id + 2);
    }
    await clients.stop();
    await expectBetsAccounted({ db, anyOrigin, clients, startBalance: WELCOME });
    const tabs = [
      await openTabOn(sites[0]!, clients.players[0]!),
      await openTabOn(sites[1]!, clients.players[1]!),
    ] as const;
    await vi.waitUntil(() => sites.every(hasRedis), POLLING);
    await untilDelivered(tabs[0], tabs);
    await untilDelivered(tabs[1], tabs);
    expect(await runAuditCommand(settings)).toContain('The books are right');
  });
});
