import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { addMission, readMissionProgress } from '#testing/mission-fixture.ts';
import { createRouletteFixture, type RouletteFixture } from '#testing/roulette-fixture.ts';
import { createBets } from './bets.ts';

let table: RouletteFixture;
let player: TestPlayer;
let roundId: number;

beforeAll(async () => {
  table = await createRouletteFixture({
    ROULETTE_BET_MAX: '5000',
    COUNTRY_HEADER: 'x-country',
    DENY_COUNTRIES: 'BE',
    TRUST_PROXY: '1',
  });
});
beforeEach(async () => {
  player = await table.addPlayer(10_000);
  roundId = (await table.open()).id;
  return () => table.finish();
});
afterAll(() => table.close());

async function storedBets({ id }: TestPlayer): Promise<{ amount: number; roundId: number }[]> {
  return table.db.sql<{ amount: number; roundId: number }>`
    select amount, round_id as "roundId" from roulette_bets where player_id = ${id} order by id`;
}

test('debits a bet immediately and adds it to the round', async () => {
  const { status, body } = await table.bet(player, 'red', 2_500);
  expect([status, body.data]).toEqual([
    200,
    {
      id: expect.any(Number),
      createdAt: expect.any(String),
      username: expect.any(String),
      isSandbox: false,
      amount: 2_500,
      playerBet: 'red',
      winAmount: null,
      game: 'roulette',
      roundId,
    },
  ]);
  expect(await table.readBalance(player)).toBe(7_500);
  expect(await table.current(player)).toMatchObject({
    data: {
      id: roundId,
      state: 'BETTING',
      bettors: [{ username: body.data.username, playerBet: 'red', amount: 2_500 }],
      totals: { red: { amount: 2_500, bets: 1, players: 1 }, green: { amount: 0, bets: 0, players: 0 } },
    },
    own: { red: 2_500, green: 0, black: 0 },
  });
});

test('allows several bets of a player, on every colour', async () => {
  for (const color of ['red', 'red', 'green', 'black'] as const) await table.bet(player, color, 100);
  expect((await table.current(player)).own).toEqual({ red: 200, green: 100, black: 100 });
  expect(await table.readBalance(player)).toBe(9_600);
});

test.each([
  [{ playerBet: 'blue', amount: 1 }, 'Choose red, green or black.'],
  [{ amount: 1 }, 'Choose red, green or black.'],
  [{ playerBet: 'red' }, 'Bet must be a whole number.'],
  [{ playerBet: 'red', amount: '1' }, 'Bet must be a whole number.'],
  [{ playerBet: 'red', amount: null }, 'Bet must be a whole number.'],
  [{ playerBet: 'red', amount: true }, 'Bet must be a whole number.'],
  [{ playerBet: 'red', amount: 1.5 }, 'Bet must be a whole number.'],
  [{ playerBet: 'red', amount: 0 }, 'Bet at least 1 diamond.'],
  [{ playerBet: 'red', amount: -1 }, 'Bet at least 1 diamond.'],
  [{ playerBet: 'red', amount: 5_001 }, 'Bet is too large.'],
  [{ playerBet: 'red', amount: 1_000_000_001 }, 'Bet is too large.'],
  [{ playerBet: 'red', amount: 2 ** 53 }, 'Bet must be a whole number.'],
  [{ playerBet: 'red', amount: 1, roundId: '1' }, 'Invalid id.'],
])('%j is refused: %s', async (body, message) => {
  const reply = await table.send(player, body);
  expect([reply.status, reply.body.message]).toEqual([400, message]);
  expect(await storedBets(player)).toEqual([]);
});

test('ignores unknown fields', async () => {
  const body = {
    playerBet: 'red',
    amount: 10,
    payoutFactor: 100,
    playerId: 1,
    winAmount: 9,
    balance: 1e6,
    isAdmin: true,
  };
  expect((await table.send(player, body)).status).toBe(200);
  expect(await table.db.sql`select payout_factor from roulette_bets where player_id = ${player.id}`).toEqual([
    { payout_factor: 2 },
  ]);
});

test('refuses a bet without a session', async () => {
  expect((await table.send({ id: 0, headers: { authorization: '' } }, { playerBet: 'red', amount: 1 })).status).toBe(
    401,
  );
});

test('refuses a bet above the balance', async () => {
  const poor = await table.addPlayer(99);
  const reply = await table.bet(poor, 'red', 100);
  expect([reply.status, reply.body.code]).toEqual([409, 'insufficient_balance']);
  expect([await storedBets(poor), await table.readBalance(poor)]).toEqual([[], 99]);
});

test('takes as many of two hundred parallel bets as the balance pays for', async () => {
  const poor = await table.addPlayer(1_000);
  const replies = await Promise.all(Array.from({ length: 200 }, () => table.bet(poor, 'black', 100)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(new Set(replies.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(['insufficient_balance']),
  );
  expect([(await storedBets(poor)).length, await table.readBalance(poor)]).toEqual([10, 0]);
});

test('turns two hundred repeats of one request into one bet with equal replies', async () => {
  const replies = await Promise.all(Array.from({ length: 200 }, () => table.bet(player, 'green', 7, 'one-key')));
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  expect(await storedBets(player)).toEqual([{ amount: 7, roundId }]);
});

test('repeats the reply to a key that another process served', async () => {
  const first = await table.bet(player, 'green', 7, 'elsewhere');
  const other = openSecondProcess();
  expect((await other.bet(player, 'green', 7, 'elsewhere')).text).toBe(first.text);
  expect(await storedBets(player)).toHaveLength(1);
});

/** The same table in a second process, without recent keys. */
function openSecondProcess() {
  const bets = createBets(table.site.deps);
  return {
    async bet({ id }: TestPlayer, playerBet: 'green', amount: number, requestKey: string) {
      const [row] = await table.db.sql<{ username: string }>`select username from players where id = ${id}`;
      const request = { playerId: id, username: row!.username, isSandbox: false, playerBet, amount, requestKey };
      const data = await bets.placeBet({ ...request, roundId: undefined, country: undefined });
      const { id: betId, createdAt, username, isSandbox, winAmount, game, roundId: placedIn } = data;
      const bet = { id: betId, createdAt, username, isSandbox, amount, playerBet, winAmount, game, roundId: placedIn };
      return { text: JSON.stringify({ data: bet }) };
    },
  };
}

test('refuses a key of another bet', async () => {
  await table.bet(player, 'green', 7, 'used');
  for (const [color, amount] of [
    ['red', 7],
    ['green', 8],
  ] as const) {
    const reply = await table.bet(player, color, amount, 'used');
    expect([reply.status, reply.body.code]).toEqual([409, 'key_reused']);
  }
  expect(await storedBets(player)).toHaveLength(1);
});

test('repeats the first reply after the round ended', async () => {
  const first = await table.bet(player, 'red', 50, 'stored');
  await table.finish();
  expect((await table.bet(player, 'red', 50, 'stored')).text).toBe(first.text);
  await table.open();
  expect((await table.bet(player, 'red', 50, 'stored')).text).toBe(first.text);
  expect(await storedBets(player)).toHaveLength(1);
});

test('refuses bets after the round closed: before the draw, after it and in the pause', async () => {
  const round = await table.last();
  const steps = [table.steps.close, table.steps.draw, table.steps.settle];
  for (const step of steps) {
    await step(round);
    const reply = await table.bet(player, 'red', 10);
    expect([reply.status, reply.body]).toMatchObject([
      409,
      { code: 'betting_closed', message: 'Betting is closed for this round.' },
    ]);
  }
  expect([await storedBets(player), await table.readBalance(player)]).toEqual([[], 10_000]);
  await table.open();
});

test('does not move a bet for an ended round to the next', async () => {
  expect((await table.send(player, { playerBet: 'red', amount: 10, roundId })).status).toBe(200);
  const reply = await table.send(player, { playerBet: 'red', amount: 10, roundId: roundId - 1 });
  expect([reply.status, reply.body.code]).toEqual([409, 'betting_closed']);
  expect(await storedBets(player)).toHaveLength(1);
});

const bars: readonly (readonly [string, number, (id: number) => Promise<unknown>])[] = [
  ['age_unconfirmed', 403, (id) => table.db.sql`update players set age_confirmed_at = null where id = ${id}`],
  [
    'on_break',
    403,
    (id) => table.db.sql`insert into safer_play (player_id, break_until) values (${id}, now() + '1 day'::interval)`,
  ],
  [
    'self_excluded',
    403,
    (id) => table.db.sql`insert into safer_play (player_id, excluded_until) values (${id}, now() + '1 day'::interval)`,
  ],
];
test.each(bars)('refuses a player who is %s', async (code, status, bar) => {
  await bar(player.id);
  const reply = await table.bet(player, 'red', 10);
  expect([reply.status, reply.body.code]).toEqual([status, code]);
  expect(await storedBets(player)).toEqual([]);
});

test('twenty parallel bets cannot exceed a limit together', async () => {
  await table.db.sql`insert into safer_play (player_id, has_limits) values (${player.id}, true)`;
  await table.db.sql`
    insert into play_limits (player_id, kind, period, allowed) values (${player.id}, 'wager', 'day', 300)`;
  const replies = await Promise.all(Array.from({ length: 20 }, () => table.bet(player, 'red', 100)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(await table.readBalance(player)).toBe(9_700);
});

test('refuses bets from a denied country', async () => {
  const abroad = { ...player, headers: { ...player.headers, 'x-country': 'BE' } };
  expect((await table.bet(abroad, 'red', 10)).body.code).toBe('country_denied');
  expect((await table.bet(player, 'red', 10)).status).toBe(200);
});

test('refuses bets during a halt while the round continues', async () => {
  await table.bet(player, 'red', 10);
  await table.db.sql`insert into ledger_halts (reason) values ('a test')`;
  expect((await table.bet(player, 'red', 10)).body.code).toBe('ledger_halted');
  await table.finish();
  await table.db.sql`update ledger_halts set ended_at = now()`;
  expect(await table.last()).toMatchObject({ state: 'SETTLED' });
  await table.open();
});

test('counts bets for missions, but not refused ones', async () => {
  const bets = await addMission(table.db, { title: 'Bets', type: 'bet_roulette', target: 3 });
  const wager = await addMission(table.db, { title: 'Wager', type: 'wager', target: 1_000 });
  await Promise.all([
    table.bet(player, 'red', 100),
    table.bet(player, 'red', 100),
    table.bet(player, 'red', 5_000_000),
  ]);
  expect(await readMissionProgress(table.db, bets, player.id)).toMatchObject({ amount: 2 });
  expect(await readMissionProgress(table.db, wager, player.id)).toMatchObject({ amount: 200 });
});

test('bets that race the close are in the round or refused, and none follows it', async () => {
  const players = await Promise.all(Array.from({ length: 50 }, () => table.addPlayer(10_000)));
  let isClosed = false;
  const bets = players.flatMap((each) => Array.from({ length: 10 }, () => table.bet(each, 'red', 10)));
  const closing = (async () => {
    // In the middle of the bets.
    await bets[100];
    await table.steps.close(await table.last());
    isClosed = true;
  })();
  const replies = await Promise.all(bets);
  await closing;
  const taken = replies.filter(({ status }) => status === 200);
  expect(isClosed).toBe(true);
  expect(new Set(replies.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(taken.length < replies.length ? ['betting_closed'] : []),
  );
  const [round] = await table.db.sql<{ bets: number; late: number; amount: number }>`
    select count(bet.id) as bets, count(bet.id) filter (where bet.created_at > closed_at) as late,
           coalesce(sum(bet.amount), 0)::int8 as amount
    from roulette_rounds as round left join roulette_bets as bet on bet.round_id = round.id
    where round.id = ${roundId} group by round.id`;
  expect(round).toEqual({ bets: taken.length, late: 0, amount: taken.length * 10 });
});

test('keeps every invariant of the books', async () => {
  await table.finish();
  expect(await findBreaches(table.db)).toEqual([]);
  await table.open();
});

test('refuses more bets in a round than allowed, exactly, and serves the others in the meantime', async () => {
  const eager = await table.addPlayer();
  const other = await table.addPlayer();
  const { betsMax } = table.site.deps.env.roulette;
  const placed = await Promise.all(Array.from({ length: betsMax - 2 }, () => table.bet(eager, 'red', 1)));
  expect(new Set(placed.map(({ status }) => status))).toEqual(new Set([200]));
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) => table.bet(at % 2 ? other : eager, 'black', 1)),
  );
  const codes = replies.map(({ body }) => body.code ?? 'placed');
  expect(codes.filter((_, at) => at % 2 === 1)).toEqual(Array.from({ length: 10 }, () => 'placed'));
  expect(codes.filter((code) => code === 'too_many_bets')).toHaveLength(8);
  expect([await storedBets(eager), await table.readBalance(eager)]).toMatchObject([
    { length: betsMax },
    10_000 - betsMax,
  ]);
  const { own, data } = await table.current(eager);
  expect([own, data!.betsMax]).toEqual([{ red: betsMax - 2, green: 0, black: 2 }, betsMax]);
  await table.finish();
  await table.open();
  expect((await table.bet(eager, 'red', 1)).status).toBe(200);
});
