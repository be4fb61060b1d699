import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readWallet } from '#features/wallet/wallet.ts';
import { addPlayer, findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { openTab } from '#testing/tab.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
let asker: TestPlayer;
let second: TestPlayer;
let third: TestPlayer;
let player: TestPlayer;

beforeAll(async () => {
  site = await createTestSite({ ADJUSTMENT_APPROVAL_ABOVE: '1000' });
});
// New admins each time, because what an admin gives and takes is counted per day.
beforeEach(async () => {
  asker = await addPlayer(site.deps.db, 'admin');
  second = await addPlayer(site.deps.db, 'admin');
  third = await addPlayer(site.deps.db, 'admin');
  player = await addPlayer(site.deps.db);
});
afterAll(() => site.close());

function post(who: TestPlayer, url: string, payload: object = {}, key?: string) {
  const headers = { ...who.headers, ...(key !== undefined && { 'idempotency-key': key }) };
  return site.http.inject({ method: 'POST', url, headers, payload });
}

const adjust = (amount: number, { by = asker, key = undefined as string | undefined, target = player } = {}) =>
  post(by, '/admin/adjustBalance', { userId: target.id, amount, reason: 'a late prize' }, key);

async function ask(amount: number, target = player): Promise<number> {
  const reply = await adjust(amount, { target });
  expect(reply.json()).toMatchObject({ message: 'Waiting for a second person.', data: { state: 'waiting' } });
  return reply.json().data.adjustmentId;
}

const decide = (id: number, approve: boolean, by = second, key?: string) =>
  post(by, `/admin/decideAdjustment/${id}`, { approve, reason: 'looked at it' }, key);
const withdraw = (id: number, by = asker) => post(by, `/admin/withdrawAdjustment/${id}`);
const balance = async () => (await readWallet(site.deps.db.sql, player.id)).balance;
const codeOf = (reply: { statusCode: number; json: () => { code?: string } }) => [reply.statusCode, reply.json().code];

const list = (query = '', who = asker) =>
  site.http.inject({ method: 'GET', url: `/admin/getAdjustments${query}`, headers: who.headers });

async function readTitles({ id }: TestPlayer): Promise<string[]> {
  const rows = await site.deps.db.sql<{ title: string }>`
    select title from notifications where player_id = ${id} order by id`;
  return rows.map(({ title }) => title);
}

const readActions = ({ id }: TestPlayer) => site.deps.db.sql<{ action: string; by: number }>`
  select action, actor_id as by from staff_actions where subject = ${`player:${id}`} order by id`;

describe('before a change', () => {
  const terms = (id: number, who = asker) =>
    site.http.inject({ method: 'GET', url: `/admin/getAdjustmentTerms/${id}`, headers: who.headers });

  test('staff see the balance, the limit, and what they gave and took alone within a day', async () => {
    await adjust(900);
    await adjust(-150);
    await adjust(100, { by: second });
    await decide(await ask(700), true);
    await adjust(30);
    const [row] = await site.deps.db.sql<{ username: string }>`select username from players where id = ${player.id}`;
    const expected = {
      userId: player.id,
      username: row!.username,
      isSandbox: false,
      balance: 1_580,
      approvalAbove: 1_000,
    };
    expect((await terms(player.id)).json().data).toEqual({ ...expected, given: 930, taken: 150 });
    expect((await terms(player.id, second)).json().data).toEqual({ ...expected, given: 100, taken: 0 });
  });

  test('unknown and deleted players are refused', async () => {
    expect([codeOf(await terms(4_040_404)), codeOf(await terms(player.id, player))]).toEqual([
      [404, 'not_found'],
      [403, 'forbidden'],
    ]);
    await site.deps.db.sql`
      update players set state = 'deleted', email = null, email_key = null, steam_id = null, password_hash = null, avatar = null,
             trade_token = null, deleted_at = now() where id = ${player.id}`;
    expect(codeOf(await terms(player.id))).toEqual([403, 'forbidden']);
  });
});

describe('a change above the limit', () => {
  test('waits, moves nothing, and notifies the other admins', async () => {
    const reply = await adjust(1_001);
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      {
        message: 'Waiting for a second person.',
        data: { userId: player.id, balance: 0, state: 'waiting', adjustmentId: expect.any(Number) },
      },
    ]);
    expect(await balance()).toBe(0);
    expect(await readActions(player)).toEqual([{ action: 'wallet.ask', by: asker.id }]);
    expect((await readTitles(second)).at(-1)).toBe('A balance change is waiting for a second person');
    expect((await readTitles(third)).at(-1)).toBe('A balance change is waiting for a second person');
    expect(await readTitles(asker)).toEqual([]);
  });

  test('is made immediately if it equals the limit', async () => {
    expect((await adjust(1_000)).json()).toMatchObject({ data: { balance: 1_000, state: 'done' } });
    expect((await adjust(-1_000)).json()).toMatchObject({ data: { balance: 0, state: 'done' } });
  });

  test('is made on approval, with ledger row, staff log and notifications', async () => {
    const id = await ask(5_000);
    const reply = await decide(id, true);
    expect(reply.json()).toMatchObject({
      message: 'Balance adjusted.',
      data: { id, state: 'approved', amount: 5_000, decisionReason: 'looked at it', decidedBy: { id: second.id } },
    });
    expect(await balance()).toBe(5_000);
    expect(await readActions(player)).toEqual([
      { action: 'wallet.ask', by: asker.id },
      { action: 'wallet.approve', by: second.id },
    ]);
    expect(await readTitles(player)).toEqual(['Balance adjusted']);
    expect((await readTitles(asker)).at(-1)).toBe('Your balance change was approved');
  });

  test('moves nothing when refused, and the admin who asked learns why', async () => {
    const id = await ask(5_000);
    expect((await decide(id, false)).json()).toMatchObject({ data: { state: 'refused' } });
    expect([await balance(), await readTitles(player)]).toEqual([0, []]);
    expect((await readTitles(asker)).at(-1)).toBe('Your balance change was refused');
    expect((await readActions(player)).at(-1)).toEqual({ action: 'wallet.refuse', by: second.id });
  });

  test('cannot be decided by the admin who asked or the player who gets it', async () => {
    const id = await ask(5_000);
    expect(codeOf(await decide(id, true, asker))).toEqual([403, 'forbidden']);
    const ownRequest = await ask(5_000, second);
    expect(codeOf(await decide(ownRequest, true, second))).toEqual([403, 'forbidden']);
    expect((await decide(ownRequest, false, third)).statusCode).toBe(200);
    expect((await withdraw(id)).statusCode).toBe(200);
    expect(await balance()).toBe(0);
  });

  test('is decided once, and the same key gets the same reply', async () => {
    const id = await ask(5_000);
    const first = await decide(id, true, second, 'decide-once');
    expect((await decide(id, true, second, 'decide-once')).body).toBe(first.body);
    expect(codeOf(await decide(id, false, third))).toEqual([409, 'already_decided']);
    expect(codeOf(await withdraw(id))).toEqual([409, 'already_decided']);
    expect(await balance()).toBe(5_000);
  });

  test('keeps its key under the hash that earlier versions wrote', async () => {
    const id = await ask(5_000);
    await decide(id, true, second, 'decide-hash');
    const request = ['decideAdjustment', id, { approve: true, reason: 'looked at it' }];
    const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
    expect(
      await site.deps.db.sql`select request_hash as "requestHash" from request_keys where key = 'decide-hash'`,
    ).toEqual([{ requestHash }]);
  });

  test('can be withdrawn only by the admin who asked', async () => {
    const id = await ask(5_000);
    expect(codeOf(await withdraw(id, second))).toEqual([403, 'forbidden']);
    expect((await withdraw(id)).json()).toMatchObject({ data: { state: 'withdrawn' } });
    expect(codeOf(await decide(id, true))).toEqual([409, 'already_decided']);
    expect((await readActions(player)).at(-1)).toEqual({ action: 'wallet.withdraw', by: asker.id });
  });

  test('is refused and keeps waiting if the balance no longer covers it', async () => {
    await decide(await ask(3_000), true);
    const id = await ask(-2_500);
    await decide(await ask(-1_500), true);
    expect(codeOf(await decide(id, true))).toEqual([409, 'insufficient_balance']);
    expect((await list('?state=waiting&limit=100')).json().data.map((each: { id: number }) => each.id)).toContain(id);
    await adjust(1_000);
    expect((await decide(id, true)).statusCode).toBe(200);
    expect(await balance()).toBe(0);
  });

  test('of a deleted account can only be refused', async () => {
    const id = await ask(5_000);
    await site.deps.db.sql`update players set state = 'deleted', deleted_at = now() where id = ${player.id}`;
    expect(codeOf(await decide(id, true))).toEqual([403, 'forbidden']);
    expect(await balance()).toBe(0);
    expect((await decide(id, false)).statusCode).toBe(200);
  });

  test('to a negative balance is refused immediately', async () => {
    expect(codeOf(await adjust(-5_000))).toEqual([409, 'insufficient_balance']);
    expect(await readActions(player)).toEqual([]);
  });

  test('of an unknown player, or a decision on an unknown request, is not found', async () => {
    expect(codeOf(await adjust(5_000, { target: { ...player, id: 4_000_000 } }))).toEqual([404, 'not_found']);
    expect(codeOf(await decide(4_000_000, true))).toEqual([404, 'not_found']);
    expect(codeOf(await withdraw(4_000_000))).toEqual([404, 'not_found']);
  });

  test('with one key is requested once', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => adjust(9_000, { key: 'ask-once' })));
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    const { sql } = site.deps.db;
    expect(await sql`select from adjustment_requests where player_id = ${player.id}`).toHaveLength(1);
  });
});

describe('a large change in small parts', () => {
  test('waits as soon as the sum is above the limit', async () => {
    expect((await adjust(600)).json().data.state).toBe('done');
    expect((await adjust(400)).json().data.state).toBe('done');
    expect((await adjust(1)).json().data.state).toBe('waiting');
    // Taken diamonds are counted separately, so that a mistake can be corrected. Changes by others and approved ones do not count.
    expect((await adjust(-1_000)).json().data.state).toBe('done');
    expect((await adjust(1_000, { by: third })).json().data.state).toBe('done');
  });

  test('no longer counts after a day', async () => {
    await adjust(1_000);
    await site.deps.db.sql`alter table adjustments disable trigger all`;
    await site.deps.db.sql`
      update adjustments set created_at = now() - interval '24 hours 1 second' where player_id = ${player.id}`;
    await site.deps.db.sql`alter table adjustments enable trigger all`;
    expect((await adjust(1_000)).json().data.state).toBe('done');
  });

  test('waits when twenty come concurrently', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => adjust(100)));
    const states = replies.map((reply) => reply.json().data.state);
    expect([states.filter((state) => state === 'done').length, await balance()]).toEqual([10, 1_000]);
  });

  test('waits when it goes to several players, giving and taking counted separately', async () => {
    const other = await addPlayer(site.deps.db);
    expect((await adjust(600)).json().data.state).toBe('done');
    expect((await adjust(401, { target: other })).json().data.state).toBe('waiting');
    expect((await adjust(400, { target: other })).json().data.state).toBe('done');
    expect((await adjust(-600)).json().data.state).toBe('done');
    expect((await adjust(-400, { target: other })).json().data.state).toBe('done');
    await adjust(600, { by: second });
    expect((await adjust(-1)).json().data.state).toBe('waiting');
  });

  test('waits when it goes to twenty players concurrently', async () => {
    const players = await Promise.all(Array.from({ length: 20 }, () => addPlayer(site.deps.db)));
    const replies = await Promise.all(players.map((target) => adjust(100, { target })));
    const states = replies.map((reply) => reply.json().data.state);
    expect([states.filter((state) => state === 'done').length, new Set(states)]).toEqual([
      10,
      new Set(['done', 'waiting']),
    ]);
  });
});

test.each([1, 5_000, -1])("refuses a change of the admin's own balance by %d", async (amount) => {
  const reply = await adjust(amount, { target: asker });
  expect([codeOf(reply), reply.json().message]).toEqual([[403, 'forbidden'], 'You cannot change your own balance.']);
  expect((await readWallet(site.deps.db.sql, asker.id)).balance).toBe(0);
});

describe('concurrently', () => {
  test('one of twenty decisions counts', async () => {
    const id = await ask(5_000);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => decide(id, index % 2 === 0, index % 3 === 0 ? second : third)),
    );
    const won = replies.filter(({ statusCode }) => statusCode === 200);
    expect(won).toHaveLength(1);
    expect(
      new Set(
        replies
          .filter((reply) => !won.includes(reply))
          .map(codeOf)
          .map(String),
      ),
    ).toEqual(new Set(['409,already_decided']));
    expect(await balance()).toBe(won[0]!.json().data.state === 'approved' ? 5_000 : 0);
  });

  test('approval and withdrawal never both succeed', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const before = await balance();
      const id = await ask(2_000);
      const [approval, withdrawal] = await Promise.all([decide(id, true), withdraw(id)]);
      expect(new Set([approval.statusCode, withdrawal.statusCode])).toEqual(new Set([200, 409]));
      expect((await balance()) - before).toBe(approval.statusCode === 200 ? 2_000 : 0);
    }
  });
});

describe('the list', () => {
  test('has waiting requests first, and their number', async () => {
    const [waiting, done] = [await ask(7_000), await ask(8_000)];
    await decide(done, false);
    const all = (await list('?limit=100')).json();
    const states = all.data.map(({ state }: { state: string }) => state);
    expect(states).toEqual(
      states.toSorted((a: string, b: string) => Number(b === 'waiting') - Number(a === 'waiting')),
    );
    expect([all.waiting, all.approvalAbove]).toEqual([
      states.filter((state: string) => state === 'waiting').length,
      1_000,
    ]);
    const refused = (await list('?state=refused&limit=1')).json();
    expect(refused.data).toEqual([expect.objectContaining({ id: done, state: 'refused', amount: 8_000 })]);
    expect((await withdraw(waiting)).statusCode).toBe(200);
    expect((await list('?state=some')).statusCode).toBe(400);
  });

  test('and all decisions are refused to players', async () => {
    const id = await ask(7_000);
    expect((await list('', player)).statusCode).toBe(403);
    expect((await decide(id, true, player)).statusCode).toBe(403);
    expect((await withdraw(id, player)).statusCode).toBe(403);
    expect((await site.http.inject({ method: 'GET', url: '/admin/getAdjustments' })).statusCode).toBe(401);
    expect((await post(second, `/admin/decideAdjustment/${id}`, { approve: 'yes', reason: 'why' })).statusCode).toBe(
      400,
    );
    expect((await post(second, `/admin/decideAdjustment/${id}`, { approve: true })).statusCode).toBe(400);
    await withdraw(id);
  });

  test('sends staff an event when it changes', async () => {
    const tab = openTab(await site.listen(), { token: third.headers.authorization.slice('Bearer '.length) });
    await tab.next('BALANCE_UPDATE');
    const id = await ask(7_000);
    await tab.next('ADJUSTMENTS_CHANGED');
    await decide(id, false);
    expect(await tab.next('ADJUSTMENTS_CHANGED')).toEqual({});
    tab.close();
  });
});

test('leaves the books correct', async () => {
  expect(await findBreaches(site.deps.db)).toEqual([]);
});
