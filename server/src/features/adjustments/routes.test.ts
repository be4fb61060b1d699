import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { untilBlocked } from '#testing/lock-holder.ts';
import { openTab } from '#testing/tab.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { readWallet } from '#features/wallet/wallet.ts';

let site: TestSite;
let admin: TestPlayer;
let player: TestPlayer;

beforeAll(async () => {
  site = await createTestSite();
  admin = await addPlayer(site.deps.db);
  await site.deps.db.sql`update players set role = 'admin' where id = ${admin.id}`;
});
beforeEach(async () => {
  player = await addPlayer(site.deps.db);
});
afterAll(() => site.close());

type Asked = { readonly payload: object; readonly key?: string; readonly by?: TestPlayer };

function adjust({ payload, key, by = admin }: Asked) {
  const headers = { ...by.headers, ...(key !== undefined && { 'idempotency-key': key }) };
  return site.http.inject({ method: 'POST', url: '/admin/adjustBalance', headers, payload });
}

const gift = (amount: number, reason = 'a late prize') => ({ userId: player.id, amount, reason });

describe('adjusting a balance', () => {
  test('moves the diamonds, stores the reason, notifies the player and records the staff action', async () => {
    const reply = await adjust({ payload: gift(1_500) });
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      {
        message: 'Balance adjusted.',
        data: { userId: player.id, balance: 1_500, state: 'done', adjustmentId: expect.any(Number) },
      },
    ]);
    await adjust({ payload: gift(-500, 'too much') });
    const { sql } = site.deps.db;
    expect(await readWallet(sql, player.id)).toEqual({ balance: 1_000, version: 2 });
    expect(
      await sql`
        select type, account, ledger.amount, new_balance, reason, actor_id from ledger
        join adjustments on reference = 'adjust:' || adjustments.id
        where ledger.player_id = ${player.id} order by ledger.id`,
    ).toEqual([
      {
        type: 'ADMIN_ADJUST',
        account: 'external:adjust',
        amount: 1_500,
        new_balance: 1_500,
        reason: 'a late prize',
        actor_id: admin.id,
      },
      {
        type: 'ADMIN_ADJUST',
        account: 'external:adjust',
        amount: -500,
        new_balance: 1_000,
        reason: 'too much',
        actor_id: admin.id,
      },
    ]);
    const notified = await sql`select title, message from notifications where player_id = ${player.id} order by id`;
    expect(notified).toEqual([
      { title: 'Balance adjusted', message: '+1.500 diamonds by staff: a late prize' },
      { title: 'Balance adjusted', message: '−500 diamonds by staff: too much' },
    ]);
    const actions = await sql`
      select actor_id, action, reason, before, after->'balance' as balance from staff_actions
      where subject = ${`player:${player.id}`} order by id`;
    expect(actions).toEqual([
      { actor_id: admin.id, action: 'wallet.adjust', reason: 'a late prize', before: { balance: 0 }, balance: 1_500 },
      { actor_id: admin.id, action: 'wallet.adjust', reason: 'too much', before: { balance: 1_500 }, balance: 1_000 },
    ]);
  });

  test('updates the player’s open tab', async () => {
    const port = await site.listen();
    const tab = openTab(port, { token: player.headers.authorization.slice('Bearer '.length) });
    expect(await tab.next('BALANCE_UPDATE')).toEqual({ balance: 0, version: 0 });
    await adjust({ payload: gift(40) });
    expect(await tab.next('BALANCE_UPDATE')).toEqual({ balance: 40, version: 1 });
    tab.close();
  });

  test('with one key happens once, also concurrently', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => adjust({ payload: gift(10), key: 'once' })));
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(replies[0]!.json()).toMatchObject({ data: { balance: 10 } });
    expect(await readWallet(site.deps.db.sql, player.id)).toEqual({ balance: 10, version: 1 });
    const other = await adjust({ payload: gift(11), key: 'once' });
    expect([other.statusCode, other.json().code]).toEqual([409, 'key_reused']);
  });

  test('to a negative balance is refused and leaves nothing behind', async () => {
    const reply = await adjust({ payload: gift(-1), key: 'below' });
    expect([reply.statusCode, reply.json()]).toEqual([
      409,
      { message: 'Not enough diamonds.', error: 'Not enough diamonds.', code: 'insufficient_balance' },
    ]);
    const { sql } = site.deps.db;
    expect(await sql`select from adjustments where player_id = ${player.id}`).toEqual([]);
    expect(await sql`select from notifications where player_id = ${player.id}`).toEqual([]);
    expect(await sql`select from staff_actions where subject = ${`player:${player.id}`}`).toEqual([]);
    await adjust({ payload: gift(5) });
    expect((await adjust({ payload: gift(-1), key: 'below' })).statusCode).toBe(200);
  });

  test('above the maximum of a wallet is refused', async () => {
    await site.deps.db.sql`update wallets set balance = 9007199254740991 where player_id = ${player.id}`;
    expect((await adjust({ payload: gift(1) })).statusCode).toBe(400);
    await site.deps.db.sql`update wallets set balance = 0 where player_id = ${player.id}`;
  });

  test('of an unknown player is not found', async () => {
    const reply = await adjust({ payload: { userId: 4_000_000, amount: 5, reason: 'unknown' } });
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
  });

  test('of a deleted account is refused', async () => {
    await adjust({ payload: gift(700) });
    await site.deps.db.sql`update players set state = 'deleted', deleted_at = now() where id = ${player.id}`;
    for (const amount of [100, -100, 2_000_000]) {
      const reply = await adjust({ payload: gift(amount) });
      expect([reply.statusCode, reply.json().message]).toEqual([403, 'This account has been deleted by its owner.']);
    }
    expect((await readWallet(site.deps.db.sql, player.id)).balance).toBe(700);
  });

  test('waits for a running deletion and is then refused', async () => {
    const { db } = site.deps;
    const { reply } = await db.transaction(async (tx) => {
      await tx.sql`select from wallets where player_id = ${player.id} for no key update`;
      const waiting = adjust({ payload: gift(100) });
      await untilBlocked(db.sql, '%select from wallets where player_id = %for no key update%');
      await tx.sql`update players set state = 'deleted', deleted_at = now() where id = ${player.id}`;
      return { reply: waiting };
    });
    expect((await reply).statusCode).toBe(403);
  });

  test.each<[sentence: string, change: object]>([
    ['Amount must be a whole number.', { amount: 1.5 }],
    ['Amount must be a whole number.', { amount: '5' }],
    ['Amount must not be 0.', { amount: 0 }],
    ['Amount is too large.', { amount: 1_000_000_001 }],
    ['Amount is too large.', { amount: -1_000_000_001 }],
    ['Reason is required.', { reason: '  ' }],
    ['Reason must be at most 200 characters.', { reason: 'r'.repeat(201) }],
    ['Invalid id.', { userId: 0 }],
  ])('refuses with a sentence: %s', async (sentence, change) => {
    const reply = await adjust({ payload: { ...gift(5), ...change } });
    expect([reply.statusCode, reply.json().message]).toEqual([400, sentence]);
  });

  test('is refused to players', async () => {
    expect((await adjust({ payload: gift(5), by: player })).statusCode).toBe(403);
    const visitor = await site.http.inject({ method: 'POST', url: '/admin/adjustBalance', payload: gift(5) });
    expect(visitor.statusCode).toBe(401);
    expect(await readWallet(site.deps.db.sql, player.id)).toEqual({ balance: 0, version: 0 });
  });
});
