import { expect, onTestFinished, test } from 'vitest';
import { openDb } from '#db/db.ts';
import { readEnv } from '#env.ts';
import { createBetNews } from '#features/roulette/bet-news.ts';
import { createChains } from '#features/roulette/chains.ts';
import { createTransitions } from '#features/roulette/transitions.ts';
import { createLog } from '#log.ts';
import { composeSite } from '#site.ts';
import { addPlayer, type TestPlayer, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { createBusHub } from '#testing/bus-hub.ts';
import { createTestDatabase } from '#testing/database.ts';
import { openTab, type Tab } from '#testing/tab.ts';
import { TEST_SECRET, webApp } from '#testing/test-site.ts';

const WELCOME = 10_000;
const log = createLog('silent');

/** Two sites on one database, each with its own connections, joined by a bus. */
async function openTwo() {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const hub = createBusHub(log);
  const openOne = async () => {
    const db = openDb({ connection: database.connection, log });
    const bus = hub.join();
    const site = composeSite({ env: readEnv({ PORT: '0' }), log, db, secret: TEST_SECRET, webApp, bus });
    onTestFinished(async () => {
      await site.close();
      await db.close();
    });
    return { ...site, db, port: await site.listen() };
  };
  return [await openOne(), await openOne()] as const;
}

/** A tab that has received its balance. */
async function openTabOn({ port }: { port: number }, { headers }: TestPlayer): Promise<Tab> {
  const tab = openTab(port, { token: headers.authorization.replace('Bearer ', '') });
  onTestFinished(() => tab.close());
  await tab.next('BALANCE_UPDATE');
  return tab;
}

test('sends the balance after a bet once to the tabs of every process', { timeout: 60_000 }, async () => {
  const [first, second] = await openTwo();
  const lease = { name: 'roulette', epoch: 1 };
  await first.db.sql`insert into leases (name, epoch) values ('roulette', 1)`;
  await createTransitions(first.deps, lease, createChains(first.deps, lease, 5)).open();
  const [player, other, onlooker] = [
    await addPlayer(first.db),
    await addPlayer(first.db),
    await addPlayer(first.db),
  ] as const;
  for (const { id } of [player, other, onlooker]) await creditWelcomeDiamonds(first.deps, id, WELCOME);
  const tabs = [await openTabOn(first, player), await openTabOn(second, player)] as const;
  const barrier = await openTabOn(second, onlooker);

  const bet = (bettor: TestPlayer, amount: number) =>
    first.http.inject({
      method: 'POST',
      url: '/roulette/placeBet',
      headers: bettor.headers,
      payload: { playerBet: 'red', amount },
    });
  const broadcastBets = createBetNews(first.deps);
  const untilTotal = async (amount: number) => {
    await broadcastBets();
    await tabs[1].next('ROULETTE_BET', ({ totals }) => totals.red.amount === amount);
  };
  expect((await bet(player, 100)).statusCode).toBe(200);
  await untilTotal(100);
  // Events of bets are sent in order: after those of the second bet, all of the first are on their way.
  expect((await bet(other, 50)).statusCode).toBe(200);
  await untilTotal(150);
  // Balances are loaded together: those of the first bet are sent before the second of these.
  for (let time = 0; time < 2; time += 1) {
    second.live.local.scheduleRefresh([onlooker.id], 'BALANCE_UPDATE');
    await barrier.next('BALANCE_UPDATE');
  }
  for (const [at, site] of [first, second].entries()) {
    site.live.local.toPlayer(player.id, 'EVENTS_MISSED', { withinMs: 0 });
    await tabs[at]!.next('EVENTS_MISSED');
    expect(await tabs[at]!.next('BALANCE_UPDATE')).toMatchObject({ balance: WELCOME - 100 });
    expect(tabs[at]!.receivedCount('BALANCE_UPDATE')).toBe(0);
  }
});
