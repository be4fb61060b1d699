import { fromClient, type FromClientName } from '@karat/contract/live';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPlayer, type TestPlayer } from '#testing/belongings.ts';
import { openTab } from '#testing/tab.ts';
import { createWorld, type World } from '#testing/world.ts';

let world: World;
let port: number;
beforeAll(async () => {
  world = await createWorld();
  port = await world.listen();
});
afterAll(() => world.close());

type Audience = 'anyone' | 'player' | 'admin';

const EVENTS: Readonly<Record<FromClientName, Audience>> = {
  GET_NOTIFICATIONS: 'player',
  GET_ONLINE_USERS: 'admin',
  GET_CHAT_MESSAGES: 'anyone',
  SEND_MESSAGE: 'player',
  JOIN_GAME_ROOM: 'anyone',
  QUIT_GAME_ROOM: 'anyone',
  GET_GAME_ROOM_CHAT_MESSAGES: 'anyone',
  SEND_GAME_ROOM_MESSAGE: 'player',
};

/** The code of the refusal that a tab hears first: of the event, or else of the unknown one sent after it. */
async function codeHeard(name: FromClientName, who: TestPlayer | undefined): Promise<string> {
  const tab = openTab(port, { token: who?.headers.authorization.slice('Bearer '.length) });
  await tab.connected();
  tab.emit(name, { roomId: 1, message: 'Hello there', role: 'admin', isAdmin: true, userId: 1 });
  tab.emit('NO_SUCH_EVENT');
  const { code } = await tab.next('ERROR');
  tab.close();
  return code;
}

describe('every event of the live channel', () => {
  test('has a rule in the table of who may send it', () => {
    expect(Object.keys(fromClient).toSorted()).toEqual(Object.keys(EVENTS).toSorted());
  });

  test.each(Object.entries(EVENTS) as [FromClientName, Audience][])('%s is for %s', async (name, audience) => {
    const [player, admin] = [await addPlayer(world.deps.db), await addPlayer(world.deps.db, 'admin')];
    const refusals = ['unauthenticated', 'forbidden'];
    const visitors = await codeHeard(name, undefined);
    const players = await codeHeard(name, player);
    if (audience === 'anyone') expect(refusals).not.toContain(visitors);
    else expect(visitors).toBe('unauthenticated');
    if (audience === 'admin') expect(players).toBe('forbidden');
    else expect(refusals).not.toContain(players);
    expect(refusals).not.toContain(await codeHeard(name, admin));
  });
});
