import type { FromServer } from '@karat/contract/live';
import type { Role } from '#features/accounts/queries.ts';
import { addPlayer, type TestPlayer } from './fixtures.ts';
import { openTab, type Tab } from './tab.ts';
import type { TestSite } from './test-site.ts';

/** A visitor has no account. */
type Who = TestPlayer | undefined;

/** Players with tabs on the chat of a site that listens. */
export function createChatClients({ deps, http }: Pick<TestSite, 'deps' | 'http'>, port: number) {
  const tabs: Tab[] = [];

  async function visit(who?: Who): Promise<Tab> {
    const tab = openTab(port, { token: who?.headers.authorization.slice('Bearer '.length) });
    tabs.push(tab);
    await tab.next('ONLINE_COUNT');
    return tab;
  }

  /** Somebody new, signed in, with a tab. */
  async function join(role: Role = 'user') {
    const player = await addPlayer(deps.db, role);
    const tab = await visit(player);
    // What is greeted with has been told.
    await tab.next('NOTIFICATION');
    return { ...player, tab };
  }

  async function fetchChat(tab: Tab): Promise<FromServer['CHAT_MESSAGES']> {
    tab.emit('GET_CHAT_MESSAGES');
    return tab.next('CHAT_MESSAGES');
  }

  /** Says something that is heard. */
  async function say(tab: Tab, message: string): Promise<FromServer['NEW_MESSAGE']> {
    tab.emit('SEND_MESSAGE', { message });
    return tab.next('NEW_MESSAGE', (heard) => heard.message === message);
  }

  function ask(who: Who, method: 'GET' | 'POST', url: string, payload?: object) {
    const headers = who?.headers ?? {};
    return http.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  }

  return {
    visit,
    join,
    fetchChat,
    say,
    ask,
    /** The clock as if the player had written everything so much earlier. */
    age: async ({ id }: TestPlayer, seconds: number): Promise<void> => {
      await deps.db.sql`
        update chat_messages set created_at = created_at - ${seconds} * interval '1 second' where player_id = ${id}`;
    },
    closeTabs: () => tabs.splice(0).forEach((tab) => tab.close()),
  };
}

export type ChatClients = ReturnType<typeof createChatClients>;
