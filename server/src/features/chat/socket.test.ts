import { expect, test } from 'vitest';
import { createSwitches } from '#features/switches/switches.ts';
import { createRateLimiter } from '#http/rate-limit.ts';
import { createLog } from '#log.ts';
import { createLiveFixture } from '#testing/live-fixture.ts';
import { chatSocket } from './socket.ts';

test('refuses a message of an ended session and disconnects the tab', async () => {
  const site = await createLiveFixture();
  const { db, live } = site;
  const switches = createSwitches(db, createLog('silent'));
  chatSocket(live, { db, live, limits: createRateLimiter(), switches });
  const { token, playerId } = await site.signIn();
  const [tab, visitor] = [await site.connectTab(token), await site.connectTab()];
  const cut = tab.disconnected();
  await db.sql`delete from sessions where player_id = ${playerId}`;
  site.advanceClock(60_000);
  tab.emit('SEND_MESSAGE', { message: 'still me', key: 'k' });
  expect((await tab.next('ERROR')).code).toBe('unauthenticated');
  expect(await cut).toBe('io server disconnect');
  visitor.emit('GET_CHAT_MESSAGES');
  expect((await visitor.next('CHAT_MESSAGES')).data).toEqual([]);
  await switches.close();
  await site.close();
});
