import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEnv } from '#env.ts';
import { createLiveFixture, type LiveFixture } from '#testing/live-fixture.ts';
import { payMissingWelcomeBonuses, payWelcomeBonus, moveDiamonds, walletOf } from './wallet.ts';

let site: LiveFixture;
beforeAll(async () => {
  site = await createLiveFixture();
});
afterAll(() => site.close());

test('a wallet has a balance and counts its movements', async () => {
  const { playerId } = await site.signIn();
  expect(await walletOf(site.db.sql, playerId)).toEqual({ balance: 0, version: 0 });
  await site.db.sql`update wallets set balance = 9007199254740991, version = 7 where player_id = ${playerId}`;
  expect(await walletOf(site.db.sql, playerId)).toEqual({ balance: Number.MAX_SAFE_INTEGER, version: 7 });
  await site.db.sql`update wallets set balance = 0, version = 0 where player_id = ${playerId}`;
});

test('throws for an account without a wallet', async () => {
  await expect(walletOf(site.db.sql, 404)).rejects.toThrow('player 404 has no wallet');
});

const credit = (playerId: number, reference: string, amount = 250) =>
  site.db.transaction((tx) =>
    moveDiamonds(tx, site.live, { type: 'QUICK_SELL', reference, playerId, account: 'house:items', amount }),
  );

describe('a movement', () => {
  test('writes one row with both balances and updates every tab after the commit', async () => {
    const { playerId, token } = await site.signIn();
    const tab = await site.connectTab(token);
    await credit(playerId, 'sell:1');
    expect(await tab.next('BALANCE_UPDATE')).toEqual({ balance: 250, version: 1 });
    const lines = await site.db.sql`
      select type, reference, account, amount, old_balance, new_balance from ledger where player_id = ${playerId}`;
    expect(lines).toEqual([
      {
        type: 'QUICK_SELL',
        reference: 'sell:1',
        account: 'house:items',
        amount: 250,
        old_balance: 0,
        new_balance: 250,
      },
    ]);
  });

  test('happens once per reference and rolls back a second one', async () => {
    const { playerId } = await site.signIn();
    await credit(playerId, 'sell:2');
    await expect(credit(playerId, 'sell:2')).rejects.toThrow('ledger_once');
    expect(await walletOf(site.db.sql, playerId)).toEqual({ balance: 250, version: 1 });
  });

  test('never takes more than the balance', async () => {
    const { playerId } = await site.signIn();
    await credit(playerId, 'sell:3');
    await expect(credit(playerId, 'sell:4', -251)).rejects.toMatchObject({ code: 'insufficient_balance' });
    expect(await walletOf(site.db.sql, playerId)).toEqual({ balance: 250, version: 1 });
  });

  test('cannot be changed: ledger rows and adjustments refuse updates, deletes and truncation', async () => {
    const { sql } = site.db;
    const never = 'are never changed';
    await expect(sql`update ledger set amount = amount + 1`).rejects.toThrow(never);
    await expect(sql`update ledger set amount = 1 where false`).rejects.toThrow(never);
    await expect(sql`delete from ledger`).rejects.toThrow(never);
    await expect(sql`truncate ledger`).rejects.toThrow(never);
    await expect(sql`update adjustments set amount = 1`).rejects.toThrow(never);
    await expect(sql`delete from adjustments`).rejects.toThrow(never);
    await expect(sql`truncate adjustments cascade`).rejects.toThrow(never);
  });

  test('is refused by the database if it does not add up or has one side only', async () => {
    const { playerId } = await site.signIn();
    const line = (amount: number, after: number, account: string) => site.db.sql`
      insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
      values ('WELCOME', 'odd', ${playerId}, ${account}, ${amount}, 0, ${after})`;
    await expect(line(5, 6, 'house:promo')).rejects.toThrow('ledger_adds_up');
    await expect(line(-5, -5, 'house:promo')).rejects.toThrow('new_balance');
    await expect(line(0, 0, 'house:promo')).rejects.toThrow('amount');
    await expect(line(5, 5, 'nowhere')).rejects.toThrow('account');
    const halfLine = site.db.sql`
      insert into ledger (type, reference, account, amount) values ('ROOM_WIN', 'odd', 'house:rake', 5)`;
    await expect(halfLine).rejects.toThrow('ledger_one_side');
    const debt = site.db.sql`update wallets set balance = -1 where player_id = ${playerId}`;
    await expect(debt).rejects.toThrow('balance');
  });
});

describe('the welcome bonus', () => {
  const [demo, plain] = [readEnv({}), readEnv({ DEMO: 'off' })];

  test('is paid once, on demo sites only', async () => {
    const { playerId } = await site.signIn();
    const give = (env: typeof demo) =>
      site.db.transaction((tx) => payWelcomeBonus(tx, { live: site.live, env }, playerId));
    await give(plain);
    expect((await walletOf(site.db.sql, playerId)).balance).toBe(0);
    await give(demo);
    await expect(give(demo)).rejects.toThrow('ledger_once');
    expect((await walletOf(site.db.sql, playerId)).balance).toBe(100_000);
  });

  test('is paid once to older accounts at the start, even when several processes start together', async () => {
    const players = await Promise.all([site.signIn(), site.signIn(), site.signIn()]);
    await payMissingWelcomeBonuses({ db: site.db, env: plain });
    expect((await walletOf(site.db.sql, players[0].playerId)).version).toBe(0);
    await Promise.all(Array.from({ length: 5 }, () => payMissingWelcomeBonuses({ db: site.db, env: demo })));
    for (const { playerId } of players) {
      expect(await walletOf(site.db.sql, playerId)).toEqual({ balance: 100_000, version: 1 });
    }
    expect(await site.db.sql`select from ledger where type = 'WELCOME' group by player_id having count(*) > 1`).toEqual(
      [],
    );
  });
});
