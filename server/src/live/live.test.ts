import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { userSocket } from '#features/users/socket.ts';
import { createLiveFixture, type LiveFixture } from '#testing/live-fixture.ts';
import { openRawWebSocket } from '#testing/raw-websocket.ts';
import type { Tab } from '#testing/tab.ts';

let site: LiveFixture;
beforeAll(async () => {
  site = await createLiveFixture();
  userSocket(site.live, site);
});
afterEach(() => site.closeTabs());
afterAll(() => site.close());

/** Whether the server treats the tab as this player's. */
async function belongsTo(tab: Tab, playerId: number): Promise<boolean> {
  await tab.connected();
  site.live.toPlayer(playerId, 'BALANCE_UPDATE', { balance: 1, version: 1 });
  site.live.toAll('ERROR', { message: 'mark', code: 'internal' });
  await tab.next('ERROR');
  return tab.receivedCount('BALANCE_UPDATE') === 1;
}

describe('connecting', () => {
  test('refuses a page of another site, even with a valid session', async () => {
    const { token } = await site.signIn();
    for (const origin of [
      'https://evil.example',
      `http://127.0.0.1:${site.port + 1}`,
      'null',
      `https://127.0.0.1:${site.port}`,
    ]) {
      const tab = site.openTab({ headers: { origin, cookie: `karat_session=${token}` } });
      await tab.refused();
      expect(tab.socket.connected).toBe(false);
    }
  });

  test('accepts a script without an Origin, our own page, and our page under another name of this machine', async () => {
    const names = [undefined, '127.0.0.1', 'localhost', '[::1]'];
    for (const name of names) {
      const headers: Record<string, string> = name === undefined ? {} : { origin: `http://${name}:${site.port}` };
      const tab = site.openTab({ headers });
      await tab.connected();
      expect(tab.socket.connected).toBe(true);
    }
  });

  test('refuses long polling', async () => {
    const response = await fetch(`http://127.0.0.1:${site.port}/socket.io/?EIO=4&transport=polling`);
    expect(response.status).toBe(400);
  });

  test('does not move an open session to another connection', async () => {
    const line = await openRawWebSocket(site.port);
    const sid = /"sid":"([^"]+)"/.exec(line.received())![1]!;
    const mover = await openRawWebSocket(site.port, `/socket.io/?EIO=4&transport=websocket&sid=${sid}`);
    await mover.untilClosed();
    expect(mover.received()).toMatch(/^HTTP\/1\.1 400 /);
    line.close();
  });

  test('sends public events to a visitor', async () => {
    const tab = await site.connectTab();
    expect(await tab.next('ONLINE_COUNT')).toEqual({ count: 0, sandbox: 0 });
    site.live.toAll('ERROR', { message: 'for all', code: 'internal' });
    expect(await tab.next('ERROR')).toEqual({ message: 'for all', code: 'internal' });
  });
});

describe('the player of a tab', () => {
  test('comes from a token of the script, the Authorization header or the cookie', async () => {
    const { token, playerId } = await site.signIn();
    expect(await belongsTo(site.openTab({ token }), playerId)).toBe(true);
    expect(await belongsTo(site.openTab({ headers: { authorization: `Bearer ${token}` } }), playerId)).toBe(true);
    expect(await belongsTo(site.openTab({ headers: { cookie: `a=b; karat_session=${token}` } }), playerId)).toBe(true);
  });

  test('does not come from a token in the URL', async () => {
    const { token, playerId } = await site.signIn();
    expect(await belongsTo(site.openTab({ query: { token, auth: token, jwt_token: token } }), playerId)).toBe(false);
  });

  test('is a visitor with an invalid token, even beside a valid cookie', async () => {
    const { token, playerId } = await site.signIn();
    const cookie = `karat_session=${token}`;
    expect(await belongsTo(site.openTab({ token: 'x'.repeat(43), headers: { cookie } }), playerId)).toBe(false);
  });

  test('is a visitor with a malformed token', async () => {
    const line = await openRawWebSocket(site.port);
    line.send('40{"token":{"length":43},"__proto__":{"token":1}}');
    await line.untilReceived('ONLINE_COUNT');
    expect(line.isOpen()).toBe(true);
    line.close();
  });

  test('is the only one to get events for that player, as staff are for staff events', async () => {
    const [player, other, admin] = [await site.signIn(), await site.signIn(), await site.signIn({ role: 'admin' })];
    const tabs = [player, other, admin].map(({ token }) => site.connectTab(token));
    const [playerTab, others, staff] = [await tabs[0]!, await tabs[1]!, await tabs[2]!];
    site.live.toPlayer(player.playerId, 'BALANCE_UPDATE', { balance: 5, version: 2 });
    site.live.toStaff('ONLINE_USERS', { onlineUsers: [[0, 'mark']] });
    site.live.toAll('ERROR', { message: 'mark', code: 'internal' });
    for (const tab of [playerTab, others, staff]) await tab.next('ERROR');
    expect([playerTab, others, staff].map((tab) => tab.receivedCount('BALANCE_UPDATE'))).toEqual([1, 0, 0]);
    expect([playerTab, others].map((tab) => tab.receivedCount('ONLINE_USERS'))).toEqual([0, 0]);
    await staff.next('ONLINE_USERS', ({ onlineUsers }) => onlineUsers[0]?.[1] === 'mark');
  });
});

describe('when a session ends', () => {
  test('disconnects its tabs and no others', async () => {
    const { token, playerId } = await site.signIn();
    const otherDevice = await site.startSession(playerId);
    const [first, second, other] = [
      await site.connectTab(token),
      await site.connectTab(token),
      await site.connectTab(otherDevice),
    ];
    const cut = [first.disconnected(), second.disconnected()];
    await site.endSession(token);
    expect(await Promise.all(cut)).toEqual(['io server disconnect', 'io server disconnect']);
    site.live.toPlayer(playerId, 'BALANCE_UPDATE', { balance: 3, version: 3 });
    expect(await other.next('BALANCE_UPDATE')).toEqual({ balance: 3, version: 3 });
    expect(first.receivedCount('BALANCE_UPDATE')).toBe(0);
  });

  test('disconnects its tabs even if the end was not announced', async () => {
    const quick = await createLiveFixture({ recheckMs: 10 });
    const { token, playerId } = await quick.signIn();
    const tab = await quick.connectTab(token);
    const cut = tab.disconnected();
    await quick.db.sql`delete from sessions where player_id = ${playerId}`;
    quick.advanceClock(60_000);
    expect(await cut).toBe('io server disconnect');
    await quick.close();
  });
});

test('warns and disconnects the oldest of eleven tabs of a player', async () => {
  const { token } = await site.signIn();
  const tabs: Tab[] = [];
  for (let count = 0; count < 10; count += 1) tabs.push(await site.connectTab(token));
  const cut = tabs[0]!.disconnected();
  const newest = await site.connectTab(token);
  expect((await tabs[0]!.next('ERROR')).code).toBe('too_many');
  expect(await cut).toBe('io server disconnect');
  expect([...tabs.slice(1), newest].every(({ socket }) => socket.connected)).toBe(true);
});

describe('online players', () => {
  test('lists a player with several tabs once, until the last tab closes', async () => {
    const admin = await site.connectTab((await site.signIn({ role: 'admin' })).token);
    const { token, username, playerId } = await site.signIn();
    const isThere = ({ onlineUsers }: { onlineUsers: [number, string][] }) =>
      onlineUsers.some(([id]) => id === playerId);

    const [first, second] = [await site.connectTab(token), await site.connectTab(token)];
    const { onlineUsers } = await admin.next('ONLINE_USERS', isThere);
    expect(onlineUsers.filter(([id]) => id === playerId)).toEqual([[playerId, username]]);
    expect(await second.next('ONLINE_COUNT')).toEqual({ count: 2, sandbox: 0 });
    expect(await site.live.isOnline(playerId)).toBe(true);

    first.close();
    admin.emit('GET_ONLINE_USERS');
    await admin.next('ONLINE_USERS', isThere);
    admin.clear();
    second.close();
    await admin.next('ONLINE_USERS', (payload) => !isThere(payload));
    expect(await site.live.isOnline(playerId)).toBe(false);
  });

  test('shows the count to everyone and the names only to staff', async () => {
    const visitor = await site.connectTab();
    const player = await site.connectTab((await site.signIn()).token);
    await visitor.next('ONLINE_COUNT', ({ count }) => count === 1);
    for (const [tab, code] of [
      [visitor, 'unauthenticated'],
      [player, 'forbidden'],
    ] as const) {
      tab.emit('GET_ONLINE_USERS');
      expect((await tab.next('ERROR')).code).toBe(code);
      expect(tab.receivedCount('ONLINE_USERS')).toBe(0);
    }
    expect(player.socket.connected).toBe(true);
  });
});

describe('topics', () => {
  const drop = { drops: [] };

  async function receivedOf(tab: Tab): Promise<string[]> {
    tab.clear();
    site.live.toAll('LIVE_DROP', drop);
    site.live.toAll('MARKET_CHANGED', { books: [] });
    site.live.toAll('MISSIONS_CHANGED', {});
    site.live.toAll('ERROR', { message: 'mark', code: 'internal' });
    await tab.next('ERROR');
    return (['LIVE_DROP', 'MARKET_CHANGED', 'MISSIONS_CHANGED'] as const).filter((name) => tab.receivedCount(name) > 0);
  }

  test('are all sent to a client that names none', async () => {
    const tab = await site.connectTab();
    await tab.next('ONLINE_COUNT');
    expect(tab.receivedCount('TOPICS')).toBe(0);
    expect(await receivedOf(tab)).toEqual(['LIVE_DROP', 'MARKET_CHANGED', 'MISSIONS_CHANGED']);
  });

  test('are sent as the client names them, in its handshake or later; other events always', async () => {
    const tab = site.openTab({ topics: ['LIVE_DROP', 'BALANCE_UPDATE', '__proto__'] });
    expect(await tab.next('TOPICS')).toEqual({ topics: ['LIVE_DROP'] });
    expect(await receivedOf(tab)).toEqual(['LIVE_DROP', 'MISSIONS_CHANGED']);
    expect(tab.receivedCount('ONLINE_COUNT')).toBe(0);
    tab.emit('SET_TOPICS', { topics: ['MARKET_CHANGED', 'ONLINE_COUNT'] });
    expect(await tab.next('TOPICS')).toEqual({ topics: ['ONLINE_COUNT', 'MARKET_CHANGED'] });
    // No call returns the number, so it comes with the topic.
    expect(await tab.next('ONLINE_COUNT')).toEqual({ count: 0, sandbox: 0 });
    expect(await receivedOf(tab)).toEqual(['MARKET_CHANGED', 'MISSIONS_CHANGED']);
    tab.emit('SET_TOPICS', { topics: [] });
    expect(await tab.next('TOPICS')).toEqual({ topics: [] });
    expect(await receivedOf(tab)).toEqual(['MISSIONS_CHANGED']);
  });

  test('stay as they are after an invalid choice', async () => {
    const tab = site.openTab({ topics: ['LIVE_DROP'] });
    await tab.next('TOPICS');
    for (const topics of [undefined, 'LIVE_DROP', [5], Array.from({ length: 200 }, () => 'LIVE_DROP')]) {
      tab.emit('SET_TOPICS', { topics });
      expect((await tab.next('ERROR')).code).toBe('invalid');
    }
    expect(await receivedOf(tab)).toEqual(['LIVE_DROP', 'MISSIONS_CHANGED']);
  });

  test('do not keep events of a player or a room from a tab', async () => {
    const { token, playerId } = await site.signIn();
    const tab = site.openTab({ token, topics: [] });
    await tab.next('TOPICS');
    site.live.toPlayer(playerId, 'BALANCE_UPDATE', { balance: 5, version: 2 });
    expect(await tab.next('BALANCE_UPDATE')).toEqual({ balance: 5, version: 2 });
  });

  test('of staff are sent to the tabs that show them', async () => {
    const { token } = await site.signIn({ role: 'admin' });
    const [shown, other] = [site.openTab({ token, topics: ['ONLINE_USERS'] }), site.openTab({ token, topics: [] })];
    await Promise.all([shown.next('TOPICS'), other.next('TOPICS')]);
    await site.connectTab((await site.signIn()).token);
    await shown.next('ONLINE_USERS', ({ onlineUsers }) => onlineUsers.length === 2);
    expect(other.receivedCount('ONLINE_USERS')).toBe(0);
  });
});

describe('stopping', () => {
  test('tells tabs over how much time to spread their reconnects', async () => {
    const busy = await createLiveFixture();
    const tabs = await Promise.all(Array.from({ length: 10 }, () => busy.connectTab()));
    await busy.live.close();
    for (const tab of tabs) expect(await tab.next('RECONNECT')).toEqual({ withinMs: 20 });
    await busy.close();
  });

  test('closes two hundred tabs and one that never answers, then the server', async () => {
    const busy = await createLiveFixture();
    const silent = await openRawWebSocket(busy.port);
    silent.send('40');
    await silent.untilReceived('ONLINE_COUNT');
    silent.stopReading();
    const tabs = await Promise.all(Array.from({ length: 200 }, () => busy.connectTab()));
    const lost = Promise.all(tabs.map((tab) => tab.disconnected()));
    expect(busy.live.figures()).toMatchObject({ sockets: 201, connections: 201 });

    await busy.live.close();
    // Not 'io server disconnect': after 'transport close' browsers reconnect by themselves.
    expect(new Set(await lost)).toEqual(new Set(['transport close']));
    await new Promise((resolve) => void busy.server.close(resolve));
    expect(busy.live.figures()).toMatchObject({ sockets: 0, connections: 0 });
    silent.close();
    await busy.close();
  });

  test('finishes running tasks first', async () => {
    const leaving = await createLiveFixture();
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let isDone = false;
    leaving.live.onConnect((socket) =>
      socket.run(async () => {
        start();
        await released;
        isDone = true;
      }),
    );
    await leaving.connectTab();
    await started;
    const closed = leaving.live.close().then(() => isDone);
    release();
    expect(await closed).toBe(true);
    await leaving.close();
  });
});
