import type { FromServer } from '@karat/contract/live';
import { addPlayer, type TestPlayer, type TestRole } from './fixtures.ts';
import { openTab, type Tab } from './tab.ts';
import type { TestSite } from './test-site.ts';

/** Undefined for a visitor. */
type Who = TestPlayer | undefined;

/** Players with tabs that follow the chat. The site must be listening on the port. */
export function createChatClients({ deps, http }: Pick<TestSite, 'deps' | 'http'>, port: number) {
  const tabs: Tab[] = [];

  async function connectTab(who?: Who): Promise<Tab> {
    const tab = openTab(port, { token: who?.headers.authorization.slice('Bearer '.length) });
    tabs.push(tab);
    await tab.next('ONLINE_COUNT');
    return tab;
  }

  /** Adds a signed-in player with an open tab. */
  async function join(role: TestRole = 'user') {
    const player = await addPlayer(deps.db, role);
    const tab = await connectTab(player);
    // The last event that the server sends on connect.
    await tab.next('NOTIFICATION');
    return { ...player, tab };
  }

  async function fetchChat(tab: Tab): Promise<FromServer['CHAT_MESSAGES']> {
    tab.emit('GET_CHAT_MESSAGES');
    return tab.next('CHAT_MESSAGES');
  }

  /** Sends a message and waits until the tab receives it. */
  async function sendMessage(tab: Tab, message: string): Promise<FromServer['NEW_MESSAGE']> {
    tab.emit('SEND_MESSAGE', { message });
    return tab.next('NEW_MESSAGE', (received) => received.message === message);
  }

  function request(who: Who, method: 'GET' | 'POST', url: string, payload?: object) {
    const headers = who?.headers ?? {};
    return http.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  }

  return {
    connectTab,
    join,
    fetchChat,
    sendMessage,
    request,
    /** Moves the player's messages into the past. */
    moveToPast: async ({ id }: TestPlayer, seconds: number): Promise<void> => {
      await deps.db.sql`
        update chat_messages set created_at = created_at - ${seconds} * interval '1 second' where player_id = ${id}`;
    },
    closeTabs: () => tabs.splice(0).forEach((tab) => tab.close()),
  };
}

export type ChatClients = ReturnType<typeof createChatClients>;
