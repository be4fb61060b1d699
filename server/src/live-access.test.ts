import { clientEvents, fromClient, type FromClientName } from '@karat/contract/live';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { openTab } from '#testing/tab.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
let port: number;
beforeAll(async () => {
  site = await createTestSite();
  port = await site.listen();
});
afterAll(() => site.close());

type Audience = 'anyone' | 'player' | 'staff';

const EVENTS: Readonly<Record<FromClientName, Audience>> = {
  GET_NOTIFICATIONS: 'player',
  SET_LANGUAGE: 'anyone',
  SET_TOPICS: 'anyone',
  GET_ONLINE_USERS: 'staff',
  GET_CHAT_MESSAGES: 'anyone',
  SEND_MESSAGE: 'player',
  JOIN_GAME_ROOM: 'anyone',
  QUIT_GAME_ROOM: 'anyone',
  GET_GAME_ROOM_CHAT_MESSAGES: 'anyone',
  SEND_GAME_ROOM_MESSAGE: 'player',
};

/** The first refusal code that a tab gets: of the event, or else of the unknown event sent after it. */
async function catchRefusalCode(name: FromClientName, who: TestPlayer | undefined): Promise<string> {
  const tab = openTab(port, { token: who?.headers.authorization.slice('Bearer '.length) });
  await tab.connected();
  tab.emit(name, { roomId: 1, message: 'Hello there', role: 'admin', isAdmin: true, userId: 1 });
  tab.emit('NO_SUCH_EVENT');
  const { code } = await tab.next('ERROR');
  tab.close();
  return code;
}

/** The accepted forms of each event: one object, or bare arguments. */
const FORMS: Readonly<Record<FromClientName, readonly (readonly unknown[])[]>> = {
  GET_NOTIFICATIONS: [[], [{}]],
  SET_LANGUAGE: [[{ language: 'tr' }], [{ language: 'unknown' }], [{}]],
  SET_TOPICS: [[{ topics: [] }], [{ topics: ['LIVE_DROP', 'BALANCE_UPDATE', '__proto__', 'unknown'] }]],
  GET_ONLINE_USERS: [[], [{}]],
  GET_CHAT_MESSAGES: [[], [{}]],
  SEND_MESSAGE: [[{ message: 'one object' }], ['bare text']],
  JOIN_GAME_ROOM: [[{ roomId: 404 }], [404], ['404']],
  QUIT_GAME_ROOM: [[{ roomId: 404 }], [404], ['404']],
  GET_GAME_ROOM_CHAT_MESSAGES: [[{ roomId: 404 }], [404], ['404']],
  SEND_GAME_ROOM_MESSAGE: [[{ roomId: 404, message: 'one object' }], [404, 'two arguments'], ['404', 'as text']],
};

describe('every event of the live channel', () => {
  test.each(Object.entries(FORMS))('%s is accepted in each form, with or without a callback', async (name, forms) => {
    const admin = await addPlayer(site.deps.db, 'admin');
    const tab = openTab(port, { token: admin.headers.authorization.slice('Bearer '.length) });
    await tab.connected();
    for (const args of forms.flatMap((form) => [form, [...form, () => undefined]])) {
      tab.emit(name, ...args);
      tab.emit('NO_SUCH_EVENT');
      // The room does not exist, so an accepted id is answered with not_found.
      if (name === 'JOIN_GAME_ROOM') expect((await tab.next('ERROR')).code).toBe('not_found');
      expect((await tab.next('ERROR')).message).toBe('Unknown event.');
    }
    tab.close();
  });

  test('has a rule in the table of who may send it', () => {
    expect(Object.keys(fromClient).toSorted()).toEqual(Object.keys(EVENTS).toSorted());
    const described = Object.entries(clientEvents).map(([name, { audience }]) => [name, audience]);
    expect(Object.fromEntries(described)).toEqual(EVENTS);
  });

  test.each(Object.entries(EVENTS) as [FromClientName, Audience][])('%s is for %s', async (name, audience) => {
    const [player, admin] = [await addPlayer(site.deps.db), await addPlayer(site.deps.db, 'admin')];
    const refusals = ['unauthenticated', 'forbidden'];
    const visitors = await catchRefusalCode(name, undefined);
    const players = await catchRefusalCode(name, player);
    if (audience === 'anyone') expect(refusals).not.toContain(visitors);
    else expect(visitors).toBe('unauthenticated');
    if (audience === 'staff') expect(players).toBe('forbidden');
    else expect(refusals).not.toContain(players);
    expect(refusals).not.toContain(await catchRefusalCode(name, admin));
  });
});
