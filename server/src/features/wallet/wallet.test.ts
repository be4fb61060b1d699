import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEnv } from '#env.ts';
import { createLiveFixture, type LiveFixture } from '#testing/live-fixture.ts';
import { payMissingWelcomeBonuses, payWelcomeBonus, moveDiamonds, readWallet } from './wallet.ts';

let site: LiveFixture;
beforeAll(async () => {
  site = await createLiveFixture();
});
afterAll(() => site.close());

test('reads the balance and version of a wallet', async () => {
  const { playerId } = await site.signIn();
  expect(await readWallet(site.db.sql, playerId)).toEqual({ balance: 0, version: 0 });
  await site.db.sql`update wallets set balance = 9007199254740991, version = 7 where player_id = ${playerId}`;
  expect(await readWallet(site.db.sql, playerId)).toEqual({ balance: Number.MAX_SAFE_INTEGER, version: 7 });
  await site.db.sql`update wallets set balance = 0, version = 0 where player_id = ${playerId}`;
});

test('throws for an account without a wallet', async () => {
  await expect(readWallet(site.db.sql, 404)).rejects.toThrow('player 404 has no wallet');
});

const changeBalance = (playerId: number, reference: string, amount = 250) =>
  site.db.transaction((tx) =>
    moveDiamonds(tx, site.live, { type: 'QUICK_SELL', reference, playerId, account: 'house:items', amount }),
  );

describe('a movement', () => {
  test('writes one row with both balances and updates every tab after the commit', async () => {
    const { playerId, token } = await site.signIn();
    const tab = await site.connectTab(token);
    await changeBalance(playerId, 'sell:1');
    expect(await tab.next('BALANCE_UPDATE')).toEqual({ balance: 250, version: 1 });
    const ledgerRows = await site.db.sql`
      select type, reference, account, amount, old_balance, new_balance from ledger where player_id = ${playerId}`;
    expect(ledgerRows).toEqual([
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

  test('is rejected and rolled back if its reference was used before', async () => {
    const { playerId } = await site.signIn();
    await changeBalance(playerId, 'sell:2');
    await expect(changeBalance(playerId, 'sell:2')).rejects.toThrow('ledger_once');
    expect(await readWallet(site.db.sql, playerId)).toEqual({ balance: 250, version: 1 });
  });

  test('never takes more than the balance', async () => {
    const { playerId } = await site.signIn();
    await changeBalance(playerId, 'sell:3');
    await expect(changeBalance(playerId, 'sell:4', -251)).rejects.toMatchObject({ code: 'insufficient_balance' });
    expect(await readWallet(site.db.sql, playerId)).toEqual({ balance: 250, version: 1 });
  });

  test('cannot be changed: ledger rows and adjustments refuse updates, deletes and truncation', async () => {
    const { sql } = site.db;
    const IMMUTABLE_MESSAGE = 'are never changed';
    await expect(sql`update ledger set amount = amount + 1`).rejects.toThrow(IMMUTABLE_MESSAGE);
    await expect(sql`update ledger set amount = 1 where false`).rejects.toThrow(IMMUTABLE_MESSAGE);
    await expect(sql`delete from ledger`).rejects.toThrow(IMMUTABLE_MESSAGE);
    await expect(sql`truncate ledger`).rejects.toThrow(IMMUTABLE_MESSAGE);
    await expect(sql`update adjustments set amount = 1`).rejects.toThrow(IMMUTABLE_MESSAGE);
    await expect(sql`delete from adjustments`).rejects.toThrow(IMMUTABLE_MESSAGE);
    await expect(sql`truncate adjustments cascade`).rejects.toThrow(IMMUTABLE_MESSAGE);
  });

  test('is refused by the database if its balances do not add up or it has no player', async () => {
    const { playerId } = await site.signIn();
    const insertLedgerRow = (amount: number, after: number, account: string) => site.db.sql`
      insert into ledger (type, reference, player_id, account, amount, old_balance, new_balance)
      values ('WELCOME', 'invalid', ${playerId}, ${account}, ${amount}, 0, ${after})`;
    await expect(insertLedgerRow(5, 6, 'house:promo')).rejects.toThrow('ledger_adds_up');
    await expect(insertLedgerRow(-5, -5, 'house:promo')).rejects.toThrow('new_balance');
    await expect(insertLedgerRow(0, 0, 'house:promo')).rejects.toThrow('amount');
    await expect(insertLedgerRow(5, 5, 'nowhere')).rejects.toThrow('account');
    const rowWithoutPlayer = site.db.sql`
      insert into ledger (type, reference, account, amount) values ('ROOM_WIN', 'invalid', 'house:rake', 5)`;
    await expect(rowWithoutPlayer).rejects.toThrow('ledger_one_side');
    const setNegativeBalance = site.db.sql`update wallets set balance = -1 where player_id = ${playerId}`;
    await expect(setNegativeBalance).rejects.toThrow('balance');
  });
});

describe('the welcome bonus', () => {
  const [demoEnv, productionEnv] = [readEnv({}), readEnv({ DEMO: 'off' })];

  test('is paid once, on demo sites only', async () => {
    const { playerId } = await site.signIn();
    const payBonus = (env: typeof demoEnv) =>
      site.db.transaction((tx) => payWelcomeBonus(tx, { live: site.live, env }, playerId));
    await payBonus(productionEnv);
    expect((await readWallet(site.db.sql, playerId)).balance).toBe(0);
    await payBonus(demoEnv);
    await expect(payBonus(demoEnv)).rejects.toThrow('ledger_once');
    expect((await readWallet(site.db.sql, playerId)).balance).toBe(100_000);
  });

  test('is paid once to existing accounts at startup, even with several processes', async () => {
    const players = await Promise.all([site.signIn(), site.signIn(), site.signIn()]);
    await payMissingWelcomeBonuses({ db: site.db, env: productionEnv });
    expect((await readWallet(site.db.sql, players[0].playerId)).version).toBe(0);
    await Promise.all(Array.from({ length: 5 }, () => payMissingWelcomeBonuses({ db: site.db, env: demoEnv })));
    for (const { playerId } of players) {
      expect(await readWallet(site.db.sql, playerId)).toEqual({ balance: 100_000, version: 1 });
    }
    expect(await site.db.sql`select from ledger where type = 'WELCOME' group by player_id having count(*) > 1`).toEqual(
      [],
    );
  });
});
