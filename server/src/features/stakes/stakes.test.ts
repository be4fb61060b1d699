import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDb, type Db } from '#db/db.ts';
import { type Env, readEnv } from '#env.ts';
import { createLog } from '#log.ts';
import { addPlayer, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { untilBlocked } from '#testing/lock-holder.ts';
import { noopLive } from '#live/noop-live.ts';
import { takeStake, takeStakes } from './stakes.ts';
import { moveDiamonds, readWallet } from '#features/wallet/wallet.ts';

const env: Env = readEnv({ DENY_COUNTRIES: 'BE, nl', COUNTRY_HEADER: 'X-Country' });
const deps = { env, live: noopLive };
let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  // As many connections as the races below need.
  db = openDb({ connection: database.connection, log: createLog('silent'), pools: { calls: 40 } });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const COUNTING = { totalIndex: 1, caseIds: [] };

/** A player with diamonds who has played before. */
async function addPlayerWith(diamonds: number): Promise<number> {
  const { id } = await addPlayer(db);
  await creditWelcomeDiamonds({ db, live: noopLive }, id, diamonds);
  await db.sql`insert into tallies (player_id, day, week) values (${id}, now(), now())`;
  return id;
}

let stakes = 0;
type Asked = { readonly playerId: number; readonly amount: number; readonly country?: string; readonly back?: number };

/** A wager through `takeStake` with its ledger row and what it pays back immediately. */
function wager({ playerId, amount, country, back = 0 }: Asked) {
  const reference = `open:${(stakes += 1)}`;
  return db.transaction(async (tx) => {
    const taken = await takeStake(tx, deps, { playerId, amount, movements: 1, rolls: 0, country });
    await tx.sql`
      insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
      values ('CASE_OPEN', ${reference}, ${playerId}, 'house:cases', ${-amount}, ${taken.balance + amount}, ${taken.balance})`;
    await taken.recordReturn(back);
    return taken;
  });
}

function wagerTogether(requests: readonly Asked[]) {
  return db.batch((tx) =>
    takeStakes(tx, deps, {
      ...COUNTING,
      wagers: requests.map((each) => ({ country: undefined, ...each, movements: 1, rolls: 0 })),
    }),
  );
}

async function collectCodes(outcomes: Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(outcomes);
  return settled.map((each) => (each.status === 'fulfilled' ? 'taken' : (each.reason as { code: string }).code));
}

function count(codes: readonly string[], wanted: string): number {
  return codes.filter((code) => code === wanted).length;
}

const limit = (playerId: number, kind: string, period: string, allowed: number) =>
  db.transaction(async ({ sql }) => {
    await sql`
      insert into safer_play (player_id, has_limits) values (${playerId}, true)
      on conflict (player_id) do update set has_limits = true`;
    await sql`
      insert into play_limits (player_id, kind, period, allowed) values (${playerId}, ${kind}, ${period}, ${allowed})`;
  });

describe('parallel debits', () => {
  test('200 debits of 100 on 1,000: exactly 10 are taken, and the rest are refused with the reason', async () => {
    const playerId = await addPlayerWith(1_000);
    const codes = await collectCodes(Array.from({ length: 200 }, () => wager({ playerId, amount: 100 })));
    expect([count(codes, 'taken'), count(codes, 'insufficient_balance')]).toEqual([10, 190]);
    expect(await readWallet(db.sql, playerId)).toEqual({ balance: 0, version: 11 });
  });

  test('with credits on one wallet keep the sum exact and the balances chained', async () => {
    const playerId = await addPlayerWith(5_000);
    const credit = (at: number) =>
      db.transaction((tx) =>
        moveDiamonds(tx, noopLive, {
          type: 'QUICK_SELL',
          reference: `sell:${playerId}:${at}`,
          playerId,
          account: 'house:items',
          amount: at + 1,
        }),
      );
    const debits = Array.from({ length: 50 }, () => wager({ playerId, amount: 70 }));
    const credits = Array.from({ length: 50 }, (_, index) => credit(index));
    await Promise.all([...debits, ...credits]);
    expect(await readWallet(db.sql, playerId)).toEqual({ balance: 5_000 - 3_500 + 1_275, version: 101 });
    const broken = await db.sql`
      select from (select old_balance, lag(new_balance, 1, 0) over (order by id) as before
                   from ledger where player_id = ${playerId}) as line
      where old_balance <> before`;
    expect(broken).toEqual([]);
  });
});

describe('stakes taken in a batch', () => {
  test('are taken from players who may wager and can pay, and leave out the others', async () => {
    const [rich, poor, limited, banned, abroad] = await Promise.all(
      [500, 50, 500, 500, 500].map((diamonds) => addPlayerWith(diamonds)),
    );
    await limit(limited!, 'wager', 'day', 1_000);
    await db.sql`update players set state = 'banned' where id = ${banned}`;
    const taken = await wagerTogether([
      { playerId: rich!, amount: 100 },
      { playerId: poor!, amount: 100 },
      { playerId: limited!, amount: 100 },
      { playerId: banned!, amount: 100 },
      { playerId: abroad!, amount: 100, country: 'NL' },
    ]);
    expect(taken).toMatchObject([{ playerId: rich, balance: 400, version: 2, nonce: 0, seedId: null }]);
    for (const playerId of [limited, banned, abroad]) {
      expect((await readWallet(db.sql, playerId!)).balance).toBe(500);
    }
  });

  test('take nonces with the price, and nothing from a wallet without a seed', async () => {
    const playerId = await addPlayerWith(500);
    const wagers = [{ playerId, amount: 10, movements: 5, rolls: 5, country: 'DE' }];
    const roll = () => db.batch((tx) => takeStakes(tx, deps, { ...COUNTING, wagers }));
    expect(await roll()).toEqual([]);
    await db.sql`update wallets set seed_id = 7 where player_id = ${playerId}`;
    expect(await roll()).toMatchObject([{ playerId, balance: 490, version: 6, nonce: 0, seedId: 7 }]);
    expect(await roll()).toMatchObject([{ playerId, balance: 480, version: 11, nonce: 5, seedId: 7 }]);
  });

  test('are counted with their diamonds, and not taken from a player who was never counted', async () => {
    const [playerId, newPlayerId] = [await addPlayerWith(500), await addPlayerWith(500)];
    await db.sql`delete from tallies where player_id = ${newPlayerId}`;
    const wagers = [playerId, newPlayerId].map((id) => ({
      playerId: id,
      amount: 30,
      movements: 3,
      rolls: 0,
      country: undefined,
    }));
    const take = () => db.batch((tx) => takeStakes(tx, deps, { ...COUNTING, wagers }));
    await take();
    expect(await take()).toMatchObject([{ playerId, balance: 440, isWatched: false, missionCaseIds: null }]);
    expect(await db.sql`select totals from tallies where player_id = ${playerId}`).toEqual([{ totals: [6, 60] }]);
    expect((await readWallet(db.sql, newPlayerId)).balance).toBe(500);
  });
});

describe('players who may not wager', () => {
  const safer = (column: 'break_until' | 'excluded_until') => async (playerId: number) => {
    await db.sql`insert into safer_play (player_id) values (${playerId})`;
    if (column === 'break_until')
      await db.sql`update safer_play set break_until = now() + interval '1 day' where player_id = ${playerId}`;
    else await db.sql`update safer_play set excluded_until = now() + interval '1 day' where player_id = ${playerId}`;
  };

  test.each<[code: string, bar: (playerId: number) => Promise<unknown>]>([
    ['banned', (id) => db.sql`update players set state = 'banned' where id = ${id}`],
    ['age_unconfirmed', (id) => db.sql`update players set age_confirmed_at = null where id = ${id}`],
    ['on_break', safer('break_until')],
    ['self_excluded', safer('excluded_until')],
  ])('are refused with the reason: %s', async (code, bar) => {
    const playerId = await addPlayerWith(500);
    await bar(playerId);
    expect(await collectCodes([wager({ playerId, amount: 100 })])).toEqual([code]);
    expect(await wagerTogether([{ playerId, amount: 100 }])).toEqual([]);
    expect(await readWallet(db.sql, playerId)).toEqual({ balance: 500, version: 1 });
  });

  test('may wager again after a break', async () => {
    const playerId = await addPlayerWith(500);
    await db.sql`insert into safer_play (player_id, break_until) values (${playerId}, now() - interval '1 second')`;
    expect(await collectCodes([wager({ playerId, amount: 100 })])).toEqual(['taken']);
    expect(await wagerTogether([{ playerId, amount: 100 }])).toHaveLength(1);
  });

  test('are refused from a denied country and accepted from an unknown one', async () => {
    const playerId = await addPlayerWith(500);
    const from = (country?: string) => wager({ playerId, amount: 100, ...(country !== undefined && { country }) });
    expect(await collectCodes([from('BE'), from('NL'), from('DE'), from()])).toEqual([
      'country_denied',
      'country_denied',
      'taken',
      'taken',
    ]);
  });

  test('are refused during a halt', async () => {
    const playerId = await addPlayerWith(500);
    await db.sql`insert into ledger_halts (reason) values ('test')`;
    expect(await collectCodes([wager({ playerId, amount: 100 })])).toEqual(['ledger_halted']);
    expect(await wagerTogether([{ playerId, amount: 100 }])).toEqual([]);
    await db.sql`update ledger_halts set ended_at = now()`;
    expect(await collectCodes([wager({ playerId, amount: 100 })])).toEqual(['taken']);
  });

  test('pay nothing if they are barred between check and debit', async () => {
    const playerId = await addPlayerWith(500);
    await limit(playerId, 'wager', 'day', 500);
    await wager({ playerId, amount: 10 });
    const asking = await db.transaction(async (tx) => {
      await tx.sql`select from play_limit_uses where player_id = ${playerId} for update`;
      const codes = collectCodes([wager({ playerId, amount: 100 })]);
      await untilBlocked(db.sql);
      await tx.sql`update players set state = 'banned' where id = ${playerId}`;
      return { asked: codes };
    });
    expect(await asking.asked).toEqual(['banned']);
    expect((await readWallet(db.sql, playerId)).balance).toBe(490);
  });
});

describe('limits', () => {
  test.each([
    ['wager', 'day'],
    ['wager', 'week'],
    ['loss', 'day'],
    ['loss', 'week'],
  ])('of %s per %s cannot be exceeded by parallel wagers', async (kind, period) => {
    const playerId = await addPlayerWith(10_000);
    await limit(playerId, kind, period, 550);
    const codes = await collectCodes(Array.from({ length: 40 }, () => wager({ playerId, amount: 100 })));
    expect([count(codes, 'taken'), count(codes, 'limit_reached')]).toEqual([5, 35]);
    expect((await readWallet(db.sql, playerId)).balance).toBe(9_500);
  });

  test('apply together: the lowest refuses, and the others do not count the refused stake', async () => {
    const playerId = await addPlayerWith(10_000);
    await limit(playerId, 'wager', 'day', 150);
    await limit(playerId, 'wager', 'week', 1_000);
    const refused = wager({ playerId, amount: 200 });
    await expect(refused).rejects.toMatchObject({ message: 'This would exceed your daily wager limit.' });
    await wager({ playerId, amount: 150 });
    const uses = await db.sql`
      select period, used from play_limit_uses where player_id = ${playerId} order by period`;
    expect(uses).toEqual([
      { period: 'day', used: 150 },
      { period: 'week', used: 150 },
    ]);
  });

  test('of losses are relieved by what a wager pays back, limits of wagers are not', async () => {
    const playerId = await addPlayerWith(10_000);
    await limit(playerId, 'loss', 'day', 100);
    for (let time = 0; time < 5; time++) await wager({ playerId, amount: 100, back: 100 });
    await wager({ playerId, amount: 100, back: 60 });
    expect(await collectCodes([wager({ playerId, amount: 61 }), wager({ playerId, amount: 60 })])).toEqual([
      'limit_reached',
      'taken',
    ]);

    const other = await addPlayerWith(10_000);
    await limit(other, 'wager', 'day', 100);
    await wager({ playerId: other, amount: 100, back: 100 });
    expect(await collectCodes([wager({ playerId: other, amount: 1 })])).toEqual(['limit_reached']);
  });

  test('restart with the day', async () => {
    const playerId = await addPlayerWith(10_000);
    await limit(playerId, 'wager', 'day', 100);
    await wager({ playerId, amount: 100 });
    await db.sql`update play_limit_uses set began_on = began_on - 1 where player_id = ${playerId}`;
    expect(await collectCodes([wager({ playerId, amount: 100 }), wager({ playerId, amount: 1 })])).toContain('taken');
  });

  test('do not count a stake that could not be paid', async () => {
    const playerId = await addPlayerWith(50);
    await limit(playerId, 'wager', 'day', 100);
    expect(await collectCodes([wager({ playerId, amount: 100 })])).toEqual(['insufficient_balance']);
    expect(await db.sql`select from play_limit_uses where player_id = ${playerId}`).toEqual([]);
  });

  test('of deposits do not affect wagers', async () => {
    const playerId = await addPlayerWith(500);
    await limit(playerId, 'deposit', 'day', 0);
    expect(await collectCodes([wager({ playerId, amount: 500 })])).toEqual(['taken']);
  });
});

test('checks again when the wallet changes between check and debit', async () => {
  const playerId = await addPlayerWith(500);
  const spend = { type: 'ADMIN_ADJUST' as const, playerId, account: 'external:adjust' as const };
  let tries = 0;
  const taken = await db.transaction((tx) => {
    const sql: typeof tx.sql = async (strings, ...values) => {
      const isDebit = strings[0]!.includes('update wallets');
      // Other transactions commit around the first debit: it finds too little, and the next check finds enough.
      if (isDebit && (tries += 1) === 1) {
        await db.transaction((other) => moveDiamonds(other, noopLive, { ...spend, reference: 'race:1', amount: -450 }));
        const rows = await tx.sql<never>(strings, ...values);
        await db.transaction((other) => moveDiamonds(other, noopLive, { ...spend, reference: 'race:2', amount: 450 }));
        return rows;
      }
      return tx.sql(strings, ...values);
    };
    return takeStake({ ...tx, sql }, deps, { playerId, amount: 100, movements: 1, rolls: 0, country: undefined });
  });
  expect([tries, taken.balance]).toEqual([2, 400]);
});
