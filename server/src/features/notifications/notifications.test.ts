import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTab, type Tab } from '#testing/tab.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { listNotifications, type NewNotification, notify } from './notifications.ts';

type Player = { readonly id: number; readonly token: string };

let site: TestSite;
let port: number;
let signedUp = 0;
const tabs: Tab[] = [];

beforeAll(async () => {
  site = await createTestSite();
  port = await site.listen();
});
afterEach(() => tabs.splice(0).forEach((tab) => tab.close()));
afterAll(() => site.close());

async function signUp(): Promise<Player> {
  const username = `reader${(signedUp += 1)}`;
  const payload = { email: `${username}@karat.example`, username, password: 'a long password' };
  const { token } = (await site.http.inject({ method: 'POST', url: '/auth/signup', payload })).json();
  const headers = { authorization: `Bearer ${token}` };
  const { id } = (await site.http.inject({ url: '/auth/me', headers })).json().data;
  // Without the welcome bonus, so that only the test sends notifications.
  await site.deps.db.sql`delete from notifications where player_id = ${id}`;
  return { token, id };
}

async function open({ token }: Player): Promise<Tab> {
  const tab = openTab(port, { token });
  tabs.push(tab);
  await tab.next('NOTIFICATION');
  return tab;
}

/** The answer to a support ticket: its message is the title of the ticket. */
const answer = ({ id: playerId }: Player, title: string): NewNotification => ({
  playerId,
  key: 'ticket.answered',
  parameters: { title },
});

function notifyPlayer(player: Player, title = 'News'): Promise<void> {
  const { db, live } = site.deps;
  return db.transaction((tx) => notify(tx, live, answer(player, title)));
}

function list({ id }: Player) {
  return listNotifications(site.deps.db.sql, id);
}

function read({ token }: Player, notificationIds: unknown) {
  const headers = { authorization: `Bearer ${token}` };
  return site.http.inject({ method: 'PUT', url: '/auth/markAsRead', headers, payload: { notificationIds } });
}

describe('notifying a player', () => {
  test("reaches all of the player's tabs and no others, equal to the list", async () => {
    const [player, other] = [await signUp(), await signUp()];
    const [first, second, others] = [await open(player), await open(player), await open(other)];
    await notifyPlayer(player);
    const [listed] = await list(player);
    expect(listed).toEqual({
      id: expect.any(Number),
      isRead: false,
      icon: 'ticket',
      title: 'Support answered',
      message: 'News',
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(await first.next('ADD_NOTIFICATION')).toEqual({ data: listed });
    expect(await second.next('ADD_NOTIFICATION')).toEqual({ data: listed });
    await notifyPlayer(other, 'Other news');
    expect((await others.next('ADD_NOTIFICATION')).data.message).toBe('Other news');
  });

  test('leaves no trace after a rollback', async () => {
    const player = await signUp();
    const tab = await open(player);
    const { db, live } = site.deps;
    const failing = db.transaction(async (tx) => {
      await notify(tx, live, answer(player, 'Never'));
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await notifyPlayer(player, 'Real');
    expect((await tab.next('ADD_NOTIFICATION')).data.message).toBe('Real');
    expect((await list(player)).map(({ message }) => message)).toEqual(['Real']);
  });
});

describe('an old list and the events equal a fresh list', () => {
  test("after new notifications, also beyond the list's length", async () => {
    const player = await signUp();
    for (let count = 1; count <= 49; count += 1) await notifyPlayer(player, `News ${count}`);
    const tab = await open(player);
    let known = await list(player);
    for (const title of ['fiftieth', 'fifty-first', 'fifty-second']) {
      await notifyPlayer(player, title);
      known = [(await tab.next('ADD_NOTIFICATION')).data, ...known].slice(0, 50);
      expect(await list(player)).toEqual(known);
    }
  });

  test('after many notifications concurrently, committed in any order', async () => {
    const player = await signUp();
    const tab = await open(player);
    await Promise.all(Array.from({ length: 12 }, (_, index) => notifyPlayer(player, `News ${index}`)));
    const received = [];
    for (let count = 0; count < 12; count += 1) received.push((await tab.next('ADD_NOTIFICATION')).data);
    expect(await list(player)).toEqual(received.toSorted((a, b) => b.id - a.id));
  });

  test('after some were read', async () => {
    const player = await signUp();
    for (const title of ['One', 'Two', 'Three']) await notifyPlayer(player, title);
    const tab = await open(player);
    await read(player, [(await list(player))[1]!.id]);
    const { data } = await tab.next('NOTIFICATION');
    expect(data.map(({ isRead }) => isRead)).toEqual([false, true, false]);
    expect(await list(player)).toEqual(data);
  });
});

describe('the list', () => {
  test('keeps the order of notifications of one transaction', async () => {
    const player = await signUp();
    const { db, live } = site.deps;
    await db.transaction(async (tx) => {
      for (const title of ['First', 'Second', 'Third']) {
        await notify(tx, live, answer(player, title));
      }
    });
    const listed = await list(player);
    expect(new Set(listed.map(({ updatedAt }) => updatedAt)).size).toBe(1);
    expect(listed.map(({ message }) => message)).toEqual(['Third', 'Second', 'First']);
  });

  test('has the newest first, at most fifty', async () => {
    const player = await signUp();
    for (let count = 1; count <= 52; count += 1) await notifyPlayer(player, `News ${count}`);
    const titles = (await list(player)).map(({ message }) => message);
    expect(titles).toHaveLength(50);
    expect(titles.slice(0, 2)).toEqual(['News 52', 'News 51']);
  });

  test('is sent to the requesting tab, and not to visitors', async () => {
    const player = await signUp();
    const [asking, quiet] = [await open(player), await open(player)];
    await notifyPlayer(player);
    for (const tab of [asking, quiet]) await tab.next('ADD_NOTIFICATION');
    asking.emit('GET_NOTIFICATIONS');
    expect(await asking.next('NOTIFICATION')).toEqual({ data: await list(player) });
    expect(quiet.receivedCount('NOTIFICATION')).toBe(0);

    const visitor = openTab(port);
    tabs.push(visitor);
    visitor.emit('GET_NOTIFICATIONS', { playerId: player.id });
    expect((await visitor.next('ERROR')).code).toBe('unauthenticated');
  });
});

describe('stored notifications', () => {
  const storedTitles = async ({ id }: Player) =>
    (
      await site.deps.db.sql<{ message: string }>`
        select message from notifications where player_id = ${id} order by id`
    ).map(({ message }) => message);
  const fill = ({ id }: Player, count: number) => site.deps.db.sql`
    insert into notifications (player_id, icon, title, message)
    select ${id}, 'gift', 'Old', 'Old ' || n from generate_series(1, ${count}) as n`;

  test('are the newest two hundred of each player', async () => {
    const [player, other] = [await signUp(), await signUp()];
    await fill(player, 199);
    await fill(other, 200);
    await notifyPlayer(player, 'New 1');
    expect(await storedTitles(player)).toHaveLength(200);
    await notifyPlayer(player, 'New 2');
    const titles = await storedTitles(player);
    expect([titles.length, titles[0], titles.at(-1)]).toEqual([200, 'Old 2', 'New 2']);
    expect(await storedTitles(other)).toHaveLength(200);
  });

  test('of two players in two transactions in either order do not deadlock', async () => {
    const [one, other] = [await signUp(), await signUp()];
    for (const player of [one, other]) await fill(player, 200);
    const { db, live } = site.deps;
    const both = (players: readonly Player[], waitForOther: () => Promise<void>) =>
      db.transaction(async (tx) => {
        for (const player of players) {
          await notify(tx, live, answer(player, 'New'));
          await waitForOther();
        }
      });
    let arrived = 0;
    const meeting = Promise.withResolvers<void>();
    const waitForBoth = () => {
      if ((arrived += 1) === 2) meeting.resolve();
      return meeting.promise;
    };
    await Promise.all([both([one, other], waitForBoth), both([other, one], waitForBoth)]);
    await notifyPlayer(one, 'Last');
    expect(await storedTitles(one)).toHaveLength(200);
  });
});

describe('marking as read', () => {
  test('updates every tab immediately and keeps the time', async () => {
    const player = await signUp();
    await notifyPlayer(player, 'Older');
    await notifyPlayer(player, 'Newer');
    const before = await list(player);
    const [first, second] = [await open(player), await open(player)];
    const reply = await read(
      player,
      before.map(({ id }) => id),
    );
    expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Notifications marked as read.' }]);
    const after = before.map((each) => ({ ...each, isRead: true }));
    expect(await first.next('NOTIFICATION')).toEqual({ data: after });
    expect(await second.next('NOTIFICATION')).toEqual({ data: after });
    expect(await list(player)).toEqual(after);
  });

  test('of foreign, unknown or no ids changes nothing and sends no event', async () => {
    const [player, other] = [await signUp(), await signUp()];
    await notifyPlayer(other);
    const [theirs] = await list(other);
    const tab = await open(other);
    for (const ids of [[theirs!.id], [theirs!.id, Number.MAX_SAFE_INTEGER], []]) {
      expect((await read(player, ids)).statusCode).toBe(200);
    }
    expect(await list(other)).toEqual([theirs]);
    await notifyPlayer(other, 'Mark');
    await tab.next('ADD_NOTIFICATION');
    expect(tab.receivedCount('NOTIFICATION')).toBe(0);
  });

  test.each([
    [null],
    ['1'],
    [5],
    [['1']],
    [[1.5]],
    [[0]],
    [[-1]],
    [[2 ** 53]],
    [[null]],
    [Array.from({ length: 201 }, () => 1)],
  ])('refuses invalid ids: %j', async (ids) => {
    const reply = await read(await signUp(), ids);
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid']);
  });

  test('is for players only', async () => {
    const payload = { notificationIds: [1] };
    const reply = await site.http.inject({ method: 'PUT', url: '/auth/markAsRead', payload });
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'unauthenticated']);
  });
});
