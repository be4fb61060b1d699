import { BETTORS_SHOWN_MAX } from '@karat/contract/roulette';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { createRouletteFixture, type RouletteFixture } from '#testing/roulette-fixture.ts';
import { openTab, type Tab } from '#testing/tab.ts';
import { createChains } from './chains.ts';
import { createBetNews } from './bet-news.ts';
import { publishRoundChange } from './live-updates.ts';

let table: RouletteFixture;
let admin: TestPlayer;
let player: TestPlayer;
let tab: Tab;
const received: string[] = [];

beforeAll(async () => {
  table = await createRouletteFixture();
  const port = await table.site.listen();
  admin = await addPlayer(table.db, 'admin');
  player = await table.addPlayer();
  tab = openTab(port, { token: player.headers.authorization.slice('Bearer '.length) });
  tab.socket.onAny((name: string, payload: unknown) => received.push(`${name} ${JSON.stringify(payload)}`));
  await tab.connected();
});
afterAll(async () => {
  tab.close();
  await table.close();
});

/** Everything that visitors, players and staff can read about rounds. */
async function askAll(roundId: number): Promise<string[]> {
  const addresses = [
    '/roulette/getCurrentRound',
    '/roulette/getRounds?limit=100',
    `/roulette/getRound/${roundId}`,
    '/fair/getChains',
    '/admin/getAllRouletteRounds?limit=100',
    `/admin/getRouletteRoundById/${roundId}`,
    '/user/getTransactions',
    '/user/getGameHistory',
    '/admin/getLogs/2026-01-01',
    '/metrics',
  ];
  const answers: string[] = [];
  for (const headers of [{}, player.headers, admin.headers]) {
    for (const url of addresses) answers.push((await table.site.http.inject({ url, headers })).body);
  }
  return answers;
}

test('no reply or event before the draw contains an unpublished link', async () => {
  const secrets = await createChains(table.site.deps, table.lease, 40).current();
  for (let k = 1; k <= 5; k++) {
    const round = await table.open();
    await table.bet(player, 'red', 10);
    const hidden = Array.from({ length: 40 - k + 1 }, (_, index) => secrets.seedOf(k + index));
    for (const stage of ['betting', 'closed'] as const) {
      if (stage === 'closed') await table.steps.close(round);
      const shown = [...(await askAll(round.id)), ...received, ...table.site.lines].join('\n');
      for (const link of hidden) expect(shown).not.toContain(link);
      const { data } = await table.current(player);
      expect(data).toMatchObject({ hash: round.hash, seed: null, winnerNumber: null, winnerColor: null });
    }
    await table.steps.draw(round);
    await table.steps.settle(round);
  }
});

test('sends every state of the round to every tab, equal to what a request returns', async () => {
  tab.clear();
  const round = await table.open();
  const steps = [undefined, table.steps.close, table.steps.draw, table.steps.settle];
  const states = ['BETTING', 'ROLLING', 'ROLLING', 'SETTLED'];
  for (const [at, step] of steps.entries()) {
    await step?.(round);
    const update = await tab.next(
      'ROULETTE_ROUND',
      (payload) =>
        payload.round.id === round.id && payload.round.state === states[at] && (payload.round.seed !== null) === at > 1,
    );
    const { data } = await table.current();
    expect({ ...update.round, now: '' }).toEqual({ ...data, now: '' });
  }
});

test('sends a state once, however often it is announced', async () => {
  const round = await table.open();
  await tab.next('ROULETTE_ROUND', (payload) => payload.round.id === round.id);
  tab.clear();
  for (let time = 0; time < 3; time++) await table.db.transaction((tx) => publishRoundChange(tx));
  await table.steps.close(round);
  await tab.next('ROULETTE_ROUND', (payload) => payload.round.state === 'ROLLING');
  expect(tab.receivedCount('ROULETTE_ROUND')).toBe(0);
  await table.steps.draw(round);
  await table.steps.settle(round);
});

test('broadcasts the totals of the round and the stakes that changed', async () => {
  const broadcastBets = createBetNews(table.site.deps);
  const other = await table.addPlayer();
  const round = await table.open();
  tab.clear();
  await table.bet(player, 'red', 10);
  await table.bet(other, 'black', 30);
  await broadcastBets();
  const first = await tab.next('ROULETTE_BET', ({ roundId }) => roundId === round.id);
  expect(first.bettors.map(({ playerBet, amount }) => [playerBet, amount])).toEqual([
    ['black', 30],
    ['red', 10],
  ]);
  await table.bet(player, 'red', 5);
  tab.clear();
  await broadcastBets();
  const second = await tab.next('ROULETTE_BET');
  expect(second.bettors).toMatchObject([{ playerBet: 'red', amount: 15 }]);
  expect(second.totals).toEqual((await table.current()).data!.totals);
  expect(second.totals).toMatchObject({
    red: { amount: 15, bets: 2, players: 1 },
    green: { amount: 0, bets: 0, players: 0 },
  });
  await table.finish();
});

test('broadcasts nothing without new bets, and nothing of a closed round', async () => {
  const broadcastBets = createBetNews(table.site.deps);
  const round = await table.open();
  await table.bet(player, 'red', 10);
  await broadcastBets();
  await tab.next('ROULETTE_BET', ({ roundId }) => roundId === round.id);
  tab.clear();
  await broadcastBets();
  await table.bet(player, 'red', 10);
  await table.steps.close(round);
  await broadcastBets();
  await tab.next('ROULETTE_ROUND', (payload) => payload.round.state === 'ROLLING');
  expect(tab.receivedCount('ROULETTE_BET')).toBe(0);
  await table.steps.draw(round);
  await table.steps.settle(round);
});

test('broadcasts only the largest stakes per colour, and sends every bettor their own', async () => {
  const round = await table.open();
  const others = await Promise.all(Array.from({ length: BETTORS_SHOWN_MAX }, () => table.addPlayer()));
  await Promise.all(others.map((each) => table.bet(each, 'red', 100)));
  await table.bet(player, 'black', 20);
  tab.clear();
  await table.bet(player, 'red', 1);
  await createBetNews(table.site.deps)();
  const { bettors } = await tab.next('ROULETTE_BET', ({ totals }) => totals.red.players === BETTORS_SHOWN_MAX + 1);
  expect(bettors.filter(({ amount }) => amount === 1)).toEqual([]);
  expect(bettors).toHaveLength(BETTORS_SHOWN_MAX + 1);
  const own = { red: 1, green: 0, black: 20 };
  expect(await tab.next('ROULETTE_STAKES', (payload) => payload.own.red > 0)).toEqual({ roundId: round.id, own });
  await table.finish();
});

test('sends paid players their new balance, whichever process paid', async () => {
  await table.open();
  await table.bet(player, 'red', 10);
  await table.steps.close(await table.last());
  await table.drawNumber(1);
  tab.clear();
  await table.steps.settle(await table.last());
  const balance = await table.readBalance(player);
  expect(await tab.next('BALANCE_UPDATE', (payload) => payload.balance === balance)).toMatchObject({ balance });
});
