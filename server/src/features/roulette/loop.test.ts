import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addPlayer, findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { createRouletteFixture, type RouletteFixture } from '#testing/roulette-fixture.ts';
import { rouletteLoop } from './loop.ts';

let table: RouletteFixture;
let player: TestPlayer;
let stops: (() => Promise<void>)[];

const QUICK = { ROULETTE_BETTING_MS: '150', ROULETTE_SPIN_MS: '20', ROULETTE_PAUSE_MS: '10' };

beforeEach(async () => {
  table = await createRouletteFixture(QUICK);
  player = await table.addPlayer();
  stops = [];
});
afterEach(async () => {
  for (const stop of stops) await stop();
  await table.close();
});

/** Plays until stopped, under the table's lease. */
function play(): () => Promise<void> {
  const stopping = new AbortController();
  const over = rouletteLoop(table.site.deps, { signal: stopping.signal, lease: table.lease, chainLength: 1_000 });
  const stop = async () => {
    stopping.abort();
    await over;
  };
  stops.push(stop);
  return stop;
}

const roundsEnded = async () => {
  const [row] = await table.db.sql<{ count: number }>`
    select count(*) as count from roulette_rounds where state = 'SETTLED'`;
  return row!.count;
};
const patient = { timeout: 20_000, interval: 20 };
const untilEnded = (count: number) => vi.waitUntil(async () => (await roundsEnded()) >= count, patient);

test('plays one round after another', async () => {
  play();
  await untilEnded(3);
  expect(await findBreaches(table.db)).toEqual([]);
});

test.each([
  ['betting', 0],
  ['rolling, not drawn yet', 1],
  ['rolling, drawn', 2],
])('continues a round that was left %s', async (_, stepsDone) => {
  const round = await table.open();
  await table.bet(player, 'red', 100);
  for (const step of [table.steps.close, table.steps.draw].slice(0, stepsDone)) await step(round);
  play();
  await untilEnded(2);
  const [stored] = await table.db.sql<{ hash: string; isCommitted: boolean; bets: number }>`
    select hash, encode(sha256(convert_to(seed, 'UTF8')), 'hex') = hash as "isCommitted", bet_count as bets
    from roulette_rounds where id = ${round.id}`;
  expect(stored).toEqual({ hash: round.hash, isCommitted: true, bets: 1 });
  expect(await findBreaches(table.db)).toEqual([]);
});

test('settles the round in maintenance and begins no other until it is over', async () => {
  const staff = await addPlayer(table.db, 'admin');
  const setSite = (isOn: boolean) =>
    table.site.http.inject({
      method: 'POST',
      url: '/admin/setSwitch/site',
      headers: staff.headers,
      payload: { isOn, reason: 'New version' },
    });
  const round = await table.open();
  await table.bet(player, 'red', 100);
  expect((await setSite(false)).statusCode).toBe(200);
  expect((await table.bet(player, 'red', 100)).body.code).toBe('maintenance');
  const stop = play();
  await untilEnded(1);
  // Time for several rounds.
  await sleep(600);
  expect((await table.last()).id).toBe(round.id);
  expect((await setSite(true)).statusCode).toBe(200);
  await untilEnded(2);
  await stop();
  expect(await findBreaches(table.db)).toEqual([]);
});

test('keeps the remaining time of a round across a restart', async () => {
  const round = await table.open();
  await table.db.sql`update roulette_rounds set created_at = now() - interval '1 hour' where id = ${round.id}`;
  play();
  await untilEnded(1);
  // As if the database's clock was turned back: no wait is longer than its interval.
  await vi.waitUntil(async () => (await table.last()).id > round.id, patient);
  const next = await table.last();
  await table.db.sql`update roulette_rounds set created_at = now() + interval '1 hour' where id = ${next.id}`;
  await untilEnded(2);
  expect(await findBreaches(table.db)).toEqual([]);
});

test('does not depend on the system clock', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    play();
    for (const shift of [10 * 60_000, -10 * 60_000, -60 * 60_000]) {
      const before = await roundsEnded();
      vi.setSystemTime(Date.now() + shift);
      await untilEnded(before + 1);
      expect(await roundsEnded()).toBeGreaterThan(before);
    }
  } finally {
    vi.useRealTimers();
  }
});

test('retries a failed transition, notifies staff and loses nothing', { timeout: 60_000 }, async () => {
  const round = await table.open();
  await table.bet(player, 'red', 100);
  await table.db.sql`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`;
  await table.db.sql`create trigger failing before insert on game_results for each row execute function fail()`;
  play();
  await vi.waitUntil(() => table.site.lines.some((line) => line.includes('Roulette round transition failed')), patient);
  expect(await table.last()).toMatchObject({ id: round.id, state: 'ROLLING' });
  const admin = await addPlayer(table.db, 'admin');
  const notes = () => table.db.sql`select title from notifications where player_id = ${admin.id}`;
  await vi.waitUntil(async () => (await notes()).length > 0, patient);
  expect(await notes()).toEqual([{ title: 'Roulette has stopped' }]);
  await table.db.sql`drop trigger failing on game_results`;
  await untilEnded(1);
  expect(await findBreaches(table.db)).toEqual([]);
});

test('stops after losing the lease', async () => {
  play();
  await untilEnded(1);
  await table.db.sql`update leases set epoch = 2 where name = 'roulette'`;
  await sleep(0);
  const { id } = await table.last();
  // The loop ends by itself, so the stop does not wait.
  await stops[0]!();
  expect((await table.last()).id - id).toBeLessThanOrEqual(1);
});
