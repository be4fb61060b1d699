import type { FromServer, FromServerName } from '@karat/contract/live';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readEnv } from '#env.ts';
import { composeSite } from '#site.ts';
import { type ChatClients, createChatClients } from '#testing/chat-clients.ts';
import type { Tab } from '#testing/tab.ts';
import { createTestSite, webApp, type TestSite } from '#testing/test-site.ts';

type Chatter = Awaited<ReturnType<ChatClients['join']>>;
type Changes = { [Name in FromServerName]: (state: State, payload: FromServer[Name]) => State };
type State = FromServer['CHAT_MESSAGES'] & { readonly hiddenIds: readonly number[] };

let site: TestSite;
let chatters: ChatClients;
let staff: Chatter;
let player: Chatter;
let other: Chatter;

beforeAll(async () => {
  site = await createTestSite();
  chatters = createChatClients(site, await site.listen());
});
beforeEach(async () => {
  [staff, player, other] = [await chatters.join('admin'), await chatters.join(), await chatters.join()];
});
afterEach(() => chatters.closeTabs());
afterAll(() => site.close());

async function fetchState(): Promise<State> {
  const hidden = await chatters.request(player, 'GET', '/user/getHiddenPlayers');
  const hiddenIds = hidden.json<{ data: { id: number }[] }>().data.map(({ id }) => id);
  return { ...(await chatters.fetchChat(player.tab)), hiddenIds };
}

/** How a tab applies each event. */
const changes: Pick<Changes, 'NEW_MESSAGE' | 'MESSAGE_DELETED' | 'SLOW_MODE' | 'MUTED' | 'HIDDEN_PLAYERS'> = {
  NEW_MESSAGE: (state, message) => ({
    ...state,
    data: [...state.data.filter(({ id }) => id !== message.id), message].toSorted((a, b) => a.id - b.id).slice(-100),
  }),
  MESSAGE_DELETED: (state, { id }) => ({ ...state, data: state.data.filter((message) => message.id !== id) }),
  SLOW_MODE: (state, { seconds }) => ({ ...state, slowModeSeconds: seconds }),
  MUTED: (state, { mutedUntil }) => ({ ...state, mutedUntil }),
  HIDDEN_PLAYERS: (state, { hiddenIds }) => ({ ...state, hiddenIds }),
};

/** The state of a tab after an event, and the state that it would fetch. */
async function catchUp(
  name: keyof typeof changes,
  applyChange: () => unknown,
): Promise<[known: State, fetched: State]> {
  const before = await fetchState();
  await applyChange();
  const change = changes[name] as (state: State, payload: unknown) => State;
  const known = change(before, await player.tab.next(name));
  expect(known).not.toEqual(before);
  return [known, await fetchState()];
}

describe('a tab that applies events has the state that it would fetch', () => {
  test('after a message', async () => {
    const [known, fetched] = await catchUp('NEW_MESSAGE', () => other.tab.emit('SEND_MESSAGE', 'news'));
    expect(fetched).toEqual(known);
  });

  test('after a message into a full list', async () => {
    await site.deps.db.sql`
      insert into chat_messages (player_id, message)
      select ${other.id}, 'old line ' || line from generate_series(1, 100) as line`;
    const [known, fetched] = await catchUp('NEW_MESSAGE', () => other.tab.emit('SEND_MESSAGE', 'more news'));
    expect(fetched).toEqual(known);
    await site.deps.db.sql`delete from chat_messages`;
  });

  test('after a message was deleted', async () => {
    const { id } = await chatters.sendMessage(other.tab, 'oops');
    const [known, fetched] = await catchUp('MESSAGE_DELETED', () =>
      chatters.request(staff, 'POST', `/admin/deleteChatMessage/${id}`),
    );
    expect(fetched).toEqual(known);
  });

  test('after slow mode started and ended', async () => {
    for (const seconds of [10, 0]) {
      const [known, fetched] = await catchUp('SLOW_MODE', () =>
        chatters.request(staff, 'POST', '/admin/setSlowMode', { seconds }),
      );
      expect(fetched).toEqual(known);
    }
  });

  test('after a mute and its end', async () => {
    for (const minutes of [10, 0]) {
      const body = { userId: player.id, minutes, reason: 'because' };
      const [known, fetched] = await catchUp('MUTED', () => chatters.request(staff, 'POST', '/admin/muteUser', body));
      expect(fetched).toEqual(known);
    }
  });

  test('after a player was hidden and shown', async () => {
    for (const isHidden of [true, false]) {
      const body = { userId: other.id, isHidden };
      const [known, fetched] = await catchUp('HIDDEN_PLAYERS', () =>
        chatters.request(player, 'POST', '/user/hidePlayer', body),
      );
      expect(fetched).toEqual(known);
    }
  });
});

test('keeps the chat over a restart and stores a message sent meanwhile once', async () => {
  await chatters.request(staff, 'POST', '/admin/setSlowMode', { seconds: 5 });
  await chatters.request(player, 'POST', '/user/hidePlayer', { userId: other.id, isHidden: true });
  player.tab.emit('SEND_MESSAGE', { message: 'before the break', key: 'pending' });
  const payload = await player.tab.next('NEW_MESSAGE');
  await chatters.request(staff, 'POST', '/admin/muteUser', { userId: player.id, minutes: 5, reason: 'because' });
  const before = await fetchState();

  const { db, log } = site.deps;
  const again = composeSite({
    env: readEnv({ PORT: '0' }),
    log,
    db,
    secret: 'only for tests',
    webApp,
  });
  const returned = createChatClients(again, await again.listen());
  const tab: Tab = await returned.connectTab(player);
  const { data, slowModeSeconds, mutedUntil } = await returned.fetchChat(tab);
  expect({ data, slowModeSeconds, mutedUntil, hiddenIds: [other.id] }).toEqual(before);
  tab.emit('SEND_MESSAGE', { message: 'before the break', key: 'pending' });
  expect(await tab.next('NEW_MESSAGE')).toEqual(payload);
  expect((await returned.fetchChat(tab)).data).toEqual(data);
  returned.closeTabs();
  await again.close();
});
