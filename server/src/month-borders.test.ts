import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openDb, type Db, type Tx } from '#db/db.ts';
import { createOpenings } from '#features/openings/openings.ts';
import { insertMessage, lockChatPlayer, selectByKey } from '#features/chat/queries.ts';
import { moveDiamonds } from '#features/wallet/wallet.ts';
import { noopLive } from '#live/noop-live.ts';
import { createLog } from '#log.ts';
import { createTestDatabase } from '#testing/database.ts';
import { addCase, addItem, addPlayer, creditWelcomeDiamonds, findBreaches } from '#testing/fixtures.ts';
import { endMonth, partitionsOf } from '#testing/month-border.ts';
import { createRouletteFixture, type RouletteFixture } from '#testing/roulette-fixture.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { createBets } from '#features/roulette/bets.ts';

const CALLERS = 8;

const distinct = (values: readonly unknown[]) => new Set(values.map((value) => JSON.stringify(value))).size;
const repeat = <T>(work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: CALLERS }, (_, index) => work(index)));

describe('an opening with a key', () => {
  let site: TestSite;
  let playerId: number;
  beforeAll(async () => {
    site = await createTestSite();
    const item = await addItem(site.deps.db);
    await addCase(site.deps.db, { name: 'Box', price: 10, drops: [[item, 10_000]] });
  });
  beforeEach(async () => {
    ({ id: playerId } = await addPlayer(site.deps.db));
    await creditWelcomeDiamonds(site.deps, playerId, 10_000);
  });
  afterAll(() => site.close());

  const request = (requestKey: string) => ({
    playerId,
    caseName: 'Box',
    count: 1,
    entropy: '',
    hash: undefined,
    requestKey,
    country: undefined,
  });
  /** Requests of as many processes: none knows the keys of another. */
  const open = async (requestKey: string) => (await createOpenings(site.deps).openCase(request(requestKey)))[0]!.id;
  const openEverywhere = (requestKey: string) => repeat(() => open(requestKey));

  test('is served once before, at and after the end of a month', async () => {
    const { db } = site.deps;
    const before = await openEverywhere('before');
    expect(distinct(before)).toBe(1);

    // Requests with one key begin in one month and in the next.
    let isOver = false;
    const racing = repeat(async () => {
      const served: [string, number][] = [];
      for (let round = 0; !isOver || round % 4 !== 0; round++) {
        const key = `racing-${Math.floor(round / 4)}`;
        served.push([key, await open(key)]);
      }
      return served;
    });
    await expect.poll(async () => (await partitionsOf(db, 'openings')).length).toBeGreaterThan(3);
    await endMonth(db, 'openings');
    const first = await partitionsOf(db, 'openings');
    await expect.poll(async () => (await partitionsOf(db, 'openings')).length).toBeGreaterThan(first.length + 3);
    isOver = true;
    const replies = (await racing).flat();
    expect(distinct(replies)).toBe(distinct(replies.map(([key]) => key)));
    expect(distinct(await partitionsOf(db, 'openings'))).toBe(2);

    const [known] = before;
    expect(await openEverywhere('before')).toEqual(Array.from({ length: CALLERS }, () => known));
    expect(distinct(await openEverywhere('after'))).toBe(1);
    expect(await findBreaches(db)).toEqual([]);
  });
});

describe('a bet with a key', () => {
  let table: RouletteFixture;
  beforeAll(async () => {
    table = await createRouletteFixture();
  });
  afterAll(() => table.close());

  test('is placed once when its round spans two months, and is paid once', async () => {
    const player = await table.addPlayer(10_000);
    const { id: roundId } = await table.open();
    const place = (requestKey: string) =>
      repeat(() =>
        createBets(table.site.deps).placeBet({
          playerId: player.id,
          username: 'x',
          isSandbox: false,
          playerBet: 'red',
          amount: 100,
          roundId,
          requestKey,
          country: undefined,
        }),
      );
    const before = await place('before');
    await endMonth(table.db, 'roulette_bets');
    const repeated = await place('before');
    expect(distinct([...before, ...repeated].map(({ id }) => id))).toBe(1);
    expect(distinct((await place('after')).map(({ id }) => id))).toBe(1);
    expect(await partitionsOf(table.db, 'roulette_bets')).toEqual([
      expect.stringContaining('until'),
      expect.not.stringContaining('until'),
    ]);
    expect(await table.readBalance(player)).toBe(9_800);
    await endMonth(table.db, 'ledger');
    await table.finish();
    expect(await findBreaches(table.db)).toEqual([]);
  });
});

describe('a payment', () => {
  async function openStore(): Promise<Db> {
    const database = await createTestDatabase();
    const db = openDb({ connection: database.connection, log: createLog('silent') });
    onTestFinished(async () => {
      await db.close();
      await database.drop();
    });
    return db;
  }
  const pay = (tx: Tx, playerId: number) =>
    moveDiamonds(tx, noopLive, {
      type: 'WELCOME',
      reference: 'welcome:1',
      playerId,
      account: 'house:promo',
      amount: 5,
    });

  test('is refused in a later month', async () => {
    const db = await openStore();
    const { id } = await addPlayer(db);
    await db.transaction((tx) => pay(tx, id));
    await endMonth(db, 'ledger');
    await expect(db.transaction((tx) => pay(tx, id))).rejects.toMatchObject({
      code: '23505',
      constraint: 'ledger_once',
    });
    expect(await db.sql`select balance from wallets where player_id = ${id}`).toEqual([{ balance: 5 }]);
  });

  test.each(['earlier', 'later'])(
    'of two months is made once when the one of the %s month comes first',
    async (first) => {
      const db = await openStore();
      const [{ id: one }, { id: two }] = [await addPlayer(db), await addPlayer(db)];
      const isEarlierFirst = first === 'earlier';
      const began = Promise.withResolvers<void>();
      const isDivided = Promise.withResolvers<void>();
      const isPaid = Promise.withResolvers<void>();
      const earlier = db
        .transaction(async (tx) => {
          await tx.sql`select now()`;
          began.resolve();
          await isDivided.promise;
          if (!isEarlierFirst) await isPaid.promise;
          await pay(tx, one);
          if (isEarlierFirst) isPaid.resolve();
          if (isEarlierFirst) await untilWaiting(db);
        })
        .catch((error: unknown) => error);
      await began.promise;
      await endMonth(db, 'ledger');
      const later = db
        .transaction(async (tx) => {
          isDivided.resolve();
          if (isEarlierFirst) await isPaid.promise;
          await pay(tx, two);
          if (!isEarlierFirst) isPaid.resolve();
          if (!isEarlierFirst) await untilWaiting(db);
        })
        .catch((error: unknown) => error);
      const [refused, paid] = isEarlierFirst ? [await later, await earlier] : [await earlier, await later];
      expect(paid).toBeUndefined();
      expect(refused).toMatchObject({ code: '23505', constraint: 'ledger_once' });
      const name = isEarlierFirst ? 'until' : '_20';
      expect(await partitionsOf(db, 'ledger')).toEqual([expect.stringContaining(name)]);
      const balances = await db.sql<{ balance: number }>`select balance from wallets order by balance`;
      expect(balances).toEqual([{ balance: 0 }, { balance: 5 }]);
      expect(await findBreaches(db)).toEqual([]);
    },
  );

  /** Until another session waits for the key of a payment. */
  async function untilWaiting(db: Db): Promise<void> {
    await expect
      .poll(
        () => db.sql`select pid from pg_locks where locktype = 'advisory' and not granted
                         and database = (select oid from pg_database where datname = current_database())`,
      )
      .toHaveLength(1);
  }
});

test('a chat message with a key is stored once across months', async () => {
  const database = await createTestDatabase();
  const db = openDb({ connection: database.connection, log: createLog('silent') });
  const { id: playerId } = await addPlayer(db);
  const write = () =>
    db.transaction(async ({ sql }) => {
      await lockChatPlayer(sql, playerId);
      const earlier = await selectByKey(sql, playerId, 'k');
      return earlier?.message ?? (await insertMessage(sql, { playerId, message: 'hi', key: 'k' }));
    });
  const before = await write();
  await endMonth(db, 'chat_messages');
  expect(await repeat(write)).toEqual(Array.from({ length: CALLERS }, () => before));
  await db.close();
  await database.drop();
});
