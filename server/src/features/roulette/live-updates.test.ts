import type { FromServer } from '@karat/contract/live';
import { BETTORS_SHOWN_MAX } from '@karat/contract/roulette';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { createRouletteFixture, type RouletteFixture } from '#testing/roulette-fixture.ts';
import { noopLive } from '#live/noop-live.ts';
import { openTab, type Tab } from '#testing/tab.ts';
import { createBets } from './bets.ts';
import { createChains } from './chains.ts';
import { publish } from '#db/publish.ts';
import { createRouletteUpdates } from './live-updates.ts';

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

test('broadcasts bets with the totals of each bettor and of the round', async () => {
  const other = await table.addPlayer();
  const round = await table.open();
  tab.clear();
  await table.bet(player, 'red', 10);
  await table.bet(other, 'black', 30);
  await table.bet(player, 'red', 5);
  const update = await tab.next('ROULETTE_BET', ({ totals }) => totals.red.bets === 2 && totals.black.bets === 1);
  const { data } = await table.current();
  expect(update).toMatchObject({ roundId: round.id, totals: data!.totals });
  const ownBet = data!.bettors.find(({ playerBet }) => playerBet === 'red')!;
  expect(ownBet.amount).toBe(15);
  await table.finish();
});

test('broadcasts the largest stakes per colour to all, and other stakes only to their players', async () => {
  const visitor = openTab(Number(new URL(table.site.origin()).port));
  await visitor.connected();
  const round = await table.open();
  const others = await Promise.all(Array.from({ length: BETTORS_SHOWN_MAX }, () => table.addPlayer()));
  await Promise.all(others.map((each) => table.bet(each, 'red', 100)));
  await table.bet(player, 'black', 20);
  tab.clear();
  await table.bet(player, 'red', 1);
  const isLast = ({ roundId, totals }: FromServer['ROULETTE_BET']) =>
    roundId === round.id && totals.red.players === BETTORS_SHOWN_MAX + 1;
  expect((await visitor.next('ROULETTE_BET', isLast)).bettors.filter(({ amount }) => amount === 1)).toEqual([]);
  const ownBet = {
    username: expect.any(String),
    isSandbox: false,
    avatar: expect.stringMatching(/^http:\/\/localhost:80\/img\/avatar\/owner\d+\.svg$/),
    playerBet: 'red',
    amount: 1,
  };
  const update = await tab.next(
    'ROULETTE_BET',
    (payload) => isLast(payload) && payload.bettors.some(({ amount }) => amount === 1),
  );
  expect(update.bettors).toEqual([ownBet]);
  visitor.close();
  await table.finish();
});

test('combines bets that arrive faster than they can be broadcast', async () => {
  const round = await table.open();
  const bets = await Promise.all(Array.from({ length: 50 }, () => table.bet(player, 'red', 1)));
  await tab.next('ROULETTE_BET', ({ roundId, totals }) => roundId === round.id && totals.red.bets === 50);
  tab.clear();
  await table.db.transaction(async ({ sql }) => {
    for (const { body } of bets) await publish(sql, 'roulette', `bets 00 ${round.id} ${body.data.id}`);
    await publish(sql, 'roulette', 'round');
  });
  await tab.next('ROULETTE_ROUND');
  expect(tab.receivedCount('ROULETTE_BET')).toBeLessThan(bets.length / 2);
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

test('sends the balance after a stake taken in another process', async () => {
  const round = await table.open();
  const deps = { ...table.site.deps, live: noopLive };
  const updates = createRouletteUpdates(deps);
  const bet = {
    playerId: player.id,
    username: 'x',
    isSandbox: false,
    playerBet: 'red',
    amount: 25,
    requestKey: undefined,
  } as const;
  tab.clear();
  await createBets({ ...deps, updates }).placeBet({ ...bet, roundId: round.id, country: undefined });
  const balance = await table.readBalance(player);
  expect(await tab.next('BALANCE_UPDATE', (payload) => payload.balance === balance)).toMatchObject({ balance });
  await updates.close();
  await table.finish();
});
