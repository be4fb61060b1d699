import { randomUUID } from 'node:crypto';
import { COLORS } from '@karat/rules/roulette';
import { describe, expect, test, vi } from 'vitest';
import { runAuditCommand } from '#testing/betting-checks.ts';
import { type Cluster, openTabOn, readEpoch, startCluster } from '#testing/cluster.ts';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { createGatewayUser } from '#testing/gateway-user.ts';
import { isRedisInstalled } from '#testing/redis-process.ts';
import { startRedis } from '#testing/redis.ts';
import { lastRound, untilRound } from '#testing/roulette-locks.ts';
import { addressOf, type SiteProcess } from '#testing/site-process.ts';
import type { Tab } from '#testing/tab.ts';

const TIMES = { ROULETTE_BETTING_MS: '1500', ROULETTE_SPIN_MS: '300', ROULETTE_PAUSE_MS: '100' };
const POLLING = { timeout: 60_000, interval: 50 };
const [WEB, GATEWAY, WORKER] = [0, 1, 2];

type Setup = Cluster & { readonly startRole: (place: number) => Promise<SiteProcess> };

/** One process of each role. The gateway signs in to PostgreSQL as the user that may write almost nothing. */
async function startRoles(): Promise<Setup> {
  const redis = await startRedis();
  const cluster = await startCluster({ ...TIMES, DEMO: '1', REDIS_URL: redis.url });
  const gatewayAddress = addressOf(await createGatewayUser(cluster.connection));
  const own = [{ ROLE: 'web' }, { ROLE: 'gateway', DATABASE_URL: gatewayAddress }, { ROLE: 'worker' }];
  const startRole = (place: number): Promise<SiteProcess> => cluster.start(place, own[place]);
  await Promise.all([WEB, GATEWAY, WORKER].map(startRole));
  await vi.waitUntil(
    () => cluster.sites.every(({ output }) => output.some((line) => line.includes('Connected to Redis'))),
    POLLING,
  );
  return { ...cluster, startRole };
}

async function call({ sites }: Setup, player: TestPlayer, address: string, body?: object) {
  const headers = { ...player.headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const reply = await fetch(`${sites[WEB]!.origin}${address}`, { headers, ...post });
  const answer = (await reply.json()) as Record<string, unknown>;
  expect([address, reply.status, answer]).toEqual([address, 200, expect.anything()]);
  return answer;
}

async function signUp(cluster: Setup, username: string): Promise<TestPlayer> {
  const visitor = { id: 0, headers: { authorization: '' } };
  const form = { username, email: `${username}@example.com`, password: 'correct horse battery' };
  const { token } = await call(cluster, visitor, '/auth/signup', form);
  const player = { id: 0, headers: { authorization: `Bearer ${String(token)}` } };
  const { data } = await call(cluster, player, '/auth/me');
  return { ...player, id: (data as { id: number }).id };
}

/** Bets on every colour of an open round, and waits until the tab learns that it was settled and paid. */
async function playRound(cluster: Setup, player: TestPlayer, tab: Tab): Promise<void> {
  const { id } = await lastRound(cluster.db);
  const { id: roundId } = await untilRound(cluster.db, (round) => round.id > id && round.state === 'BETTING');
  for (const playerBet of COLORS) await call(cluster, player, '/roulette/placeBet', { playerBet, amount: 10, roundId });
  await tab.next('ROULETTE_ROUND', ({ round }) => round.id === roundId && round.state === 'SETTLED');
  const [wallet] = await cluster.db.sql<{ balance: number }>`
    select balance from wallets where player_id = ${player.id}`;
  await tab.next('BALANCE_UPDATE', ({ balance }) => balance === wallet!.balance);
}

async function sendMessage(tab: Tab, message: string): Promise<void> {
  tab.emit('SEND_MESSAGE', { message });
  await tab.next('NEW_MESSAGE', (received) => received.message === message);
}

describe.skipIf(!isRedisInstalled)('a web process, a gateway and a worker, if Redis is installed', () => {
  test('play together, and each goes on while another is down', { timeout: 300_000 }, async () => {
    const cluster = await startRoles();
    const { db, sites, settings, startRole } = cluster;
    const [cheapest] = await db.sql<{ name: string }>`select name from cases order by price limit 1`;
    const openCase = `/case/openCase/${cheapest!.name}`;
    const player = await signUp(cluster, 'first');
    const admin = await addPlayer(db, 'admin');
    let tab = await openTabOn(sites[GATEWAY]!, player);
    const staffTab = await openTabOn(sites[GATEWAY]!, admin);
    await tab.next('ONLINE_COUNT', ({ count }) => count === 2);
    await call(cluster, player, openCase);
    await tab.next('BALANCE_UPDATE', ({ balance }) => balance < 100_000);
    await staffTab.next('LIVE_DROP');
    await playRound(cluster, player, tab);
    await sendMessage(tab, 'from the gateway to all');
    await staffTab.next('NEW_MESSAGE');
    await call(cluster, player, '/auth/createTicket', { title: 'A lost skin', message: 'It was there yesterday.' });
    const { ticket } = await staffTab.next('TICKET_UPDATED');
    await call(cluster, admin, `/auth/sendTicketMessage/${ticket.id}`, { message: 'Of course' });
    await tab.next('ADD_NOTIFICATION', ({ data }) => data.title === 'Support answered');

    await sites[WORKER]!.kill();
    await call(cluster, player, openCase);
    await sendMessage(tab, 'while no worker runs');
    const before = await readEpoch(db, 'roulette');
    await startRole(WORKER);
    await vi.waitUntil(async () => (await readEpoch(db, 'roulette')) > before, POLLING);
    await playRound(cluster, player, tab);

    await sites[WEB]!.kill();
    await sendMessage(tab, 'while no web process runs');
    await untilRound(db, ({ id }) => id > before + 1);
    await startRole(WEB);

    await sites[GATEWAY]!.kill();
    await call(cluster, player, openCase);
    await startRole(GATEWAY);
    tab = await openTabOn(sites[GATEWAY]!, player);
    await playRound(cluster, player, tab);

    expect(await sites[GATEWAY]!.stop()).toBe(0);
    expect(await sites[WEB]!.stop()).toBe(0);
    expect(await sites[WORKER]!.stop()).toBe(0);
    for (const { output } of sites) expect(output.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    expect(await runAuditCommand(settings)).toContain('The books are right');
  });
});
