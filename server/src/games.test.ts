import { GAME_TRANSACTIONS } from '@karat/contract/game-transactions';
import { HISTORY_GAMES, type PlayedGame } from '@karat/contract/games';
import { GAME_LABELS, REPORT_COLUMNS, type ReportFigures } from '@karat/contract/reports';
import type { UserBet } from '@karat/contract/users';
import { getBooks, type Transaction } from '@karat/contract/wallet';
import { type Game, GAMES } from '@karat/rules/games';
import { GAME_EVENTS } from '@karat/rules/missions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkBooks } from '#features/audits/audits.ts';
import { selectBooks } from '#features/audits/queries.ts';
import { selectFastWagerers } from '#features/reports/conduct-queries.ts';
import { ledgerMetrics } from '#features/reports/metrics.ts';
import { readReport } from '#features/reports/reports.ts';
import type { Sample } from '#http/exposition.ts';
import { addCase, addItem, addPlayer, findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { saferPlayCalls } from '#testing/safer-play-calls.ts';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';
import { addMission, readMissionProgress } from '#testing/mission-fixture.ts';
import { createWheel, type Wheel } from '#testing/played-rounds.ts';

const STAKE = 100;

let fixture: RoomFixture;
let wheel: Wheel;
let calls: ReturnType<typeof saferPlayCalls>;
let admin: TestPlayer;

beforeAll(async () => {
  fixture = await createRoomFixture();
  wheel = await createWheel(fixture.db);
  calls = saferPlayCalls(fixture.site);
  admin = await addPlayer(fixture.db, 'admin');
  const itemId = await addItem(fixture.db, { price: 50 });
  await addCase(fixture.db, { name: 'Plain', price: STAKE, drops: [[itemId, 10_000]] });
});
afterAll(() => fixture.close());

type Play = {
  /** Stakes STAKE diamonds. */
  wager(player: TestPlayer): Promise<unknown>;
  /** Decides all pending wagers. */
  decide(): Promise<unknown>;
  /** Whether a stake waits for a result or is decided immediately. */
  readonly waits: boolean;
  /** The list of the data export that contains the wager. */
  readonly exportedAs: string;
};

let isRoundOpen = false;
let rooms: { readonly roomId: number; readonly owner: TestPlayer }[] = [];

/** How each game is played here. */
const PLAYS: Readonly<Record<Game, Play>> = {
  roulette: {
    async wager(player) {
      if (!isRoundOpen) await wheel.open();
      isRoundOpen = true;
      await post(player, '/roulette/placeBet', { playerBet: 'red', amount: STAKE });
    },
    async decide() {
      await wheel.close();
      await wheel.draw();
      await wheel.settle();
      isRoundOpen = false;
    },
    waits: true,
    exportedAs: 'bets',
  },
  case: {
    wager: (player) => get(player, '/case/openCase/Plain'),
    decide: () => Promise.resolve(),
    waits: false,
    exportedAs: 'openings',
  },
  duel: {
    async wager(owner) {
      rooms.push({ roomId: await fixture.makeRoom(owner, { ticketPrice: STAKE }), owner });
    },
    async decide() {
      for (const { roomId, owner } of rooms) {
        const opponent = await fixture.addRoomPlayer();
        await fixture.join(roomId, opponent);
        await fixture.startMatch(roomId, [owner, opponent]);
        await fixture.report(roomId, { kind: 'result', score: { team1: 8, team2: 3 }, players: [] });
      }
      rooms = [];
    },
    waits: true,
    exportedAs: 'rooms',
  },
};

async function get<Body>({ headers }: TestPlayer, url: string): Promise<Body> {
  const reply = await fixture.site.http.inject({ url, headers });
  expect(reply.statusCode).toBe(200);
  return JSON.parse(reply.body) as Body;
}

async function post(player: TestPlayer, url: string, body: object): Promise<void> {
  expect((await calls.call(player, 'POST', url, body)).status).toBe(200);
}

/** Status and refusal of a deletion. A recent Steam sign-in replaces the password. */
async function deleteAccount(player: TestPlayer): Promise<[number, string | undefined]> {
  const { sql } = fixture.db;
  await sql`update sessions set steam_signed_in_at = now() where player_id = ${player.id}`;
  const [row] = await sql<{ username: string }>`select username from players where id = ${player.id}`;
  const { status, body } = await calls.call(player, 'POST', '/user/deleteAccount', row);
  return [status, body.code];
}

const today = (): string => new Date().toISOString().slice(0, 10);

/** Starts a day earlier, because the test may run over midnight. */
async function report(): Promise<{ totals: ReportFigures; stakes: number }> {
  const from = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const { totals, liability } = await readReport(fixture.site.deps, { from, to: today(), players: 'all' });
  return { totals, stakes: liability.stakes };
}

/** The value of a metric for a game. */
async function metric(name: string, game: Game): Promise<number> {
  const samples = (await ledgerMetrics(fixture.db)
    .find((each) => each.name === name)!
    .read()) as readonly Sample[];
  return samples.find(({ labels }) => labels?.['game'] === GAME_LABELS[game])!.value;
}

describe.each(GAMES)('%s', (game) => {
  const { wager, decide, waits, exportedAs } = PLAYS[game];
  const { stake: stakeType } = GAME_TRANSACTIONS[game];
  let player: TestPlayer;
  let missions: { readonly wagers: number; readonly own: number };
  let before: Awaited<ReturnType<typeof report>> & { readonly staked: number };

  beforeAll(async () => {
    player = await fixture.addRoomPlayer();
    missions = {
      wagers: await addMission(fixture.db, { title: `${game} wagers`, type: 'wager', target: 1_000_000 }),
      own: await addMission(fixture.db, { title: `${game} games`, type: GAME_EVENTS[game], target: 1_000_000 }),
    };
    before = { ...(await report()), staked: await metric('karat_stakes_diamonds_total', game) };
    await wager(player);
  });

  test('takes a stake under its own type, with a subject', async () => {
    const { data } = await get<{ data: Transaction[] }>(player, '/user/getTransactions');
    expect(data[0]).toMatchObject({
      transactionType: stakeType,
      amount: -STAKE,
      subject: expect.any(String) as string,
    });
    expect(data.filter(({ transactionType }) => transactionType === stakeType)).toHaveLength(1);
  });

  test('is in the statistics of the player', async () => {
    expect(await get(player, '/user/getStatistics')).toMatchObject({ data: { wagered: STAKE } });
  });

  test('is in the list of bets that staff see', async () => {
    const { data } = await get<{ data: { bets: UserBet[] } }>(admin, `/admin/getBetsByUserId/${player.id}`);
    expect(data.bets).toMatchObject([{ game, amount: STAKE }]);
  });

  test('is in the data export', async () => {
    const data = await get<Readonly<Record<string, unknown[]>>>(player, '/user/downloadMyData');
    expect(data[exportedAs]).toHaveLength(1);
  });

  test('is in the totals of stakes and payouts, and in the limit counters', async () => {
    const { flows } = await calls.state(player);
    expect(flows.map(({ wagered }) => wagered)).toEqual(flows.map(() => STAKE));
    for (const period of ['day', 'week']) {
      expect(await calls.fetchLimit(player, 'wager', period)).toMatchObject({ used: STAKE });
    }
  });

  test('counts against limits and for the reality check', async () => {
    const limited = await fixture.addRoomPlayer();
    const limit = { kind: 'wager', period: 'day', allowed: 2 * STAKE - 1 };
    await calls.setLimits(limited, limit);
    await calls.setRealityCheck(limited, 15);
    await wager(limited);
    expect(await calls.counters(limited)).toEqual([{ kind: 'wager', period: 'day', used: STAKE, recomputed: STAKE }]);
    expect(await get(limited, '/user/getRealityCheck')).toMatchObject({ data: { wagered: STAKE } });
  });

  test('keeps an account from being deleted while a stake waits', async () => {
    const leaving = await fixture.addRoomPlayer();
    await wager(leaving);
    expect(await deleteAccount(leaving)).toEqual(waits ? [409, 'account_busy'] : [200, undefined]);
  });

  test('is among the liabilities while it waits', async () => {
    const addedStakes = (await report()).stakes - before.stakes;
    if (waits) expect(addedStakes).toBeGreaterThanOrEqual(STAKE);
    else expect(addedStakes).toBe(0);
  });

  test('is in the public books under a known account', async () => {
    const rows = await selectBooks(fixture.db.sql);
    expect(getBooks.reply.shape.data.shape.totals.safeParse(rows).success).toBe(true);
    expect(rows.reduce((sum, { total }) => sum + total, 0)).toBe(0);
  });

  test('is audited: a stake without a wager is a breach', async () => {
    const { id } = await fixture.addRoomPlayer();
    const undone = new Error('undone on purpose');
    let breaches: readonly string[] = [];
    const audit = fixture.db.transaction(async ({ sql }) => {
      await sql`update wallets set balance = balance - 1, version = version + 1 where player_id = ${id}`;
      await sql`
        insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
        select ${stakeType}, 'stray:' || player_id, player_id, 'house:stray', -1, balance + 1, balance
        from wallets where player_id = ${id}`;
      breaches = (await checkBooks(sql, 'full')).findings.flatMap((finding) => finding.breaches);
      throw undone;
    });
    await expect(audit).rejects.toBe(undone);
    expect(breaches).not.toEqual([]);
  });

  test('is in the metrics and in the staff view of fast players', async () => {
    expect(await metric('karat_stakes_diamonds_total', game)).toBeGreaterThanOrEqual(before.staked + STAKE);
    const fast = await selectFastWagerers(fixture.db.sql, { minutes: 10, least: 1, limit: 1_000 });
    expect(fast.map(({ user }) => user.id)).toContain(player.id);
  });

  describe('once it is decided', () => {
    beforeAll(async () => {
      await decide();
    });

    test('is in the game history, unless it has its own list', async () => {
      const { data } = await get<{ data: PlayedGame[] }>(player, '/user/getGameHistory');
      const isInHistory = (HISTORY_GAMES as readonly Game[]).includes(game);
      expect(data.map((each) => each.game)).toEqual(isInHistory ? [game] : []);
    });

    test('counts for missions', async () => {
      expect(await readMissionProgress(fixture.db, missions.own, player.id)).toMatchObject({ amount: 1 });
      expect(await readMissionProgress(fixture.db, missions.wagers, player.id)).toMatchObject({ amount: STAKE });
    });

    test('is in its column of the report, and holds no stakes', async () => {
      const { totals, stakes } = await report();
      expect(totals[REPORT_COLUMNS[game]]).not.toBe(before.totals[REPORT_COLUMNS[game]]);
      expect(totals.losses).toBe(before.totals.losses);
      expect(stakes).toBe(before.stakes);
    });

    test('lets the account be deleted', async () => {
      expect(await deleteAccount(player)).toEqual([200, undefined]);
    });
  });
});

test('keeps the books right', async () => {
  expect(await findBreaches(fixture.db)).toEqual([]);
});
