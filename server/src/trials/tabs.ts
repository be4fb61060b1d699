import type { ChatMessage } from '@karat/contract/chat';
import { getMe } from '@karat/contract/accounts';
import type { FromServer, FromServerName } from '@karat/contract/live';
import { getAllMissions } from '@karat/contract/missions';
import { type CurrentRound, getCurrentRound } from '@karat/contract/roulette';
import type { Client } from '#simulation/client.ts';
import type { Caller } from '#sandbox/player-actions/api-request.ts';
import { openTab } from '#sandbox/player-actions/chat-actions.ts';
import { until } from '#testing/until.ts';

/** A signed-in player or admin. */
export type TabOwner = Caller & { readonly id: number };

/** A received event that must arrive once. Those of one source arrive by rising order. */
export type Received = {
  readonly name: FromServerName;
  readonly id: string;
  readonly source: string;
  readonly order: number;
};

/** What a tab shows, as texts that can be compared. */
type Shown = {
  readonly balance: string;
  readonly chat: readonly string[];
  readonly notifications: readonly string[];
  readonly missions: readonly string[];
  readonly round: string;
};

const roundText = ({ id, state, seed }: CurrentRound): string =>
  `round ${id} ${state}${state === 'ROLLING' && seed !== null ? ' with its number' : ''}`;
const messageText = ({ id, message }: ChatMessage): string => `${id} ${message}`;

type Missions = FromServer['MISSION_PROGRESS']['data'];
const missionText = ({ id, progress, isClaimed }: Missions[number]): string => `${id}: ${progress} ${isClaimed}`;

/** What a tab knows, built from lists and events as the web app does. */
function createTabState() {
  const chat = new Map<number, string>();
  const notifications = new Map<number, string>();
  const missions = new Map<number, string>();
  let newest = { balance: 0, version: -1 };
  let round = '';
  /** How many events carried each. */
  const events = { missions: 0, rounds: 0 };

  const addMissions = (list: Missions): void => list.forEach((each) => missions.set(each.id, missionText(each)));
  const setRound = (current: CurrentRound): void => void (round = roundText(current));
  function setBalance({ balance, version }: FromServer['BALANCE_UPDATE']): void {
    if (version > newest.version) newest = { balance, version };
  }

  return {
    setBalance,
    addMessages: (messages: readonly ChatMessage[]) => messages.forEach((each) => chat.set(each.id, messageText(each))),
    addNotifications: (list: FromServer['NOTIFICATION']['data']) =>
      list.forEach(({ id, title }) => notifications.set(id, `${id} ${title}`)),
    onMissions(list: Missions): void {
      events.missions++;
      addMissions(list);
    },
    onRound(current: CurrentRound): void {
      events.rounds++;
      setRound(current);
    },
    /** Fetches what no list on the socket has. An event that arrives meanwhile is newer than the response. */
    async fetch(client: Client, owner: TabOwner): Promise<void> {
      const before = { ...events };
      const me = await client.call(owner, getMe, { query: {} });
      const missionList = await client.call(owner, getAllMissions);
      const current = await client.call(owner, getCurrentRound);
      const own = me.isDone ? me.reply.data : null;
      if (own !== null) setBalance({ balance: own.balance, version: own.balanceVersion });
      if (missionList.isDone && events.missions === before.missions) addMissions(missionList.reply.data);
      const round = current.isDone ? current.reply.data : null;
      if (round !== null && events.rounds === before.rounds) setRound(round);
    },
    shown(): Shown {
      const sorted = (texts: ReadonlyMap<number, string>): string[] =>
        [...texts].toSorted(([a], [b]) => a - b).map(([, text]) => text);
      return {
        balance: `${newest.balance} at version ${newest.version}`,
        chat: sorted(chat),
        notifications: sorted(notifications),
        missions: sorted(missions),
        round,
      };
    },
  };
}

type Identity = Omit<Received, 'name'>;
const PHASES = ['BETTING', 'ROLLING', 'ROLLING with its number', 'SETTLED', 'REFUNDED'];

function identifyRound({ round }: FromServer['ROULETTE_ROUND']): Identity[] {
  const phase = PHASES.findIndex((each) => roundText(round).endsWith(each));
  return [{ id: roundText(round), source: 'the wheel', order: round.id * PHASES.length + phase }];
}

/** The events that must arrive once. */
const IDENTIFIED: { readonly [Name in FromServerName]?: (payload: FromServer[Name]) => readonly Identity[] } = {
  NEW_MESSAGE: ({ id, sender }) => [{ id: String(id), source: sender.username, order: id }],
  // Each kind comes from one process; others commit in their own order.
  ADD_NOTIFICATION: ({ data: { id, title } }) => [{ id: String(id), source: title, order: id }],
  LIVE_DROP: ({ drops }) => drops.map(({ id }) => ({ id: String(id), source: 'all drops', order: id })),
  BALANCE_UPDATE: ({ version }) => [{ id: String(version), source: 'the wallet', order: version }],
  TICKET_UPDATED: ({ ticket, message }) => {
    const id = `${ticket.id} ${message?.id} ${ticket.isOpen}`;
    // Staff and players use different processes.
    const source = message === null ? id : `ticket ${ticket.id}, ${message.isStaff ? 'staff' : 'player'}`;
    return [{ id, source, order: message?.id ?? 0 }];
  },
  INVENTORY_CHANGED: ({ soldIds }) =>
    soldIds.length === 0 ? [] : [{ id: soldIds.join(), source: soldIds.join(), order: 0 }],
  ROULETTE_ROUND: identifyRound,
};

type TabOptions = { readonly name: string; readonly origin: string; readonly owner: TabOwner; readonly client: Client };

/** Opens a tab that records its events. Like the web app it fetches what it shows after each connection and after missed events. */
export function openWatchedTab({ name, origin, owner, client }: TabOptions) {
  const { socket } = openTab(origin, owner.token);
  const state = createTabState();
  const received: Received[] = [];
  const hashes = new Map<number, string>();
  let missed = 0;
  let roundId = 0;

  function fetchAll(): void {
    socket.emit('GET_CHAT_MESSAGES');
    socket.emit('GET_NOTIFICATIONS');
    void state.fetch(client, owner);
  }

  const apply: { readonly [Name in FromServerName]?: (payload: FromServer[Name]) => void } = {
    CHAT_MESSAGES: ({ data }) => state.addMessages(data),
    NEW_MESSAGE: (message) => state.addMessages([message]),
    NOTIFICATION: ({ data }) => state.addNotifications(data),
    ADD_NOTIFICATION: ({ data }) => state.addNotifications([data]),
    BALANCE_UPDATE: (balance) => state.setBalance(balance),
    MISSION_PROGRESS: ({ data }) => state.onMissions(data),
    ROULETTE_ROUND: ({ round }) => {
      state.onRound(round);
      roundId = round.id;
      if (round.state === 'BETTING') hashes.set(round.id, round.hash);
    },
    EVENTS_MISSED: () => {
      missed++;
      fetchAll();
    },
  };

  socket.on('connect', fetchAll);
  socket.on('disconnect', (reason) => {
    // The library does not reconnect by itself then.
    if (reason === 'io server disconnect') socket.connect();
  });
  function handle<Name extends FromServerName>(event: Name, payload: FromServer[Name]): void {
    const identities = IDENTIFIED[event]?.(payload) ?? [];
    received.push(...identities.map((identity) => ({ name: event, ...identity })));
    apply[event]?.(payload);
  }
  socket.onAny(handle);

  return {
    name,
    owner,
    client,
    received: received as readonly Received[],
    shown: state.shown,
    isConnected: () => socket.connected,
    /** How often the site reported lost events. */
    missed: () => missed,
    /** The round of the last event. */
    roundId: () => roundId,
    /** The commitment that each round showed while it took bets. */
    hashes: hashes as ReadonlyMap<number, string>,
    close: () => void socket.disconnect(),
  };
}

export type WatchedTab = ReturnType<typeof openWatchedTab>;

/** Fetches what a new tab of the player shows. */
async function fetchShown({ owner, client }: WatchedTab, origin: string): Promise<Shown> {
  const tab = openTab(origin, owner.token);
  const state = createTabState();
  try {
    const messages = Promise.withResolvers<void>();
    const notifications = Promise.withResolvers<void>();
    tab.socket.on('CHAT_MESSAGES', ({ data }: FromServer['CHAT_MESSAGES']) => {
      state.addMessages(data);
      messages.resolve();
    });
    tab.socket.on('NOTIFICATION', ({ data }: FromServer['NOTIFICATION']) => {
      state.addNotifications(data);
      notifications.resolve();
    });
    tab.socket.on('connect', () => tab.socket.emit('GET_CHAT_MESSAGES'));
    await Promise.all([messages.promise, notifications.promise]);
    await state.fetch(client, owner);
    return state.shown();
  } finally {
    tab.socket.disconnect();
  }
}

/** The differences between what a tab shows and what a new one shows. A list may be longer in a tab that was open for long. */
function differencesOf(tab: WatchedTab, fresh: Shown): string[] {
  const shown = tab.shown();
  const differences: string[] = [];
  for (const part of ['balance', 'round'] as const) {
    if (shown[part] !== fresh[part])
      differences.push(`${tab.name} shows the ${part} "${shown[part]}", a new tab "${fresh[part]}"`);
  }
  for (const part of ['chat', 'notifications', 'missions'] as const) {
    const last = shown[part].slice(-fresh[part].length);
    if (fresh[part].length > 0 && last.join('\n') !== fresh[part].join('\n')) {
      const missing = fresh[part].filter((text) => !last.includes(text));
      differences.push(`${tab.name} does not show the same ${part} as a new tab; missing: ${missing.join(', ')}`);
    }
  }
  return differences;
}

/** Waits until the tabs of one owner show what a new one shows. Resolves to the remaining differences. */
async function untilFresh(tabs: readonly WatchedTab[], origin: string): Promise<string[]> {
  let differences: string[] = [];
  await until('tabs to show what a new tab shows', async () => {
    const fresh = await fetchShown(tabs[0]!, origin);
    differences = tabs.flatMap((tab) => differencesOf(tab, fresh));
    return differences.length === 0;
  }).catch(() => undefined);
  return differences;
}

/** Waits until all tabs show what new ones show. Resolves to the remaining differences. */
export async function differencesFromNewTabs(tabs: readonly WatchedTab[], origin: string): Promise<string[]> {
  const byOwner = Map.groupBy(tabs, ({ owner }) => owner.id);
  return (await Promise.all([...byOwner.values()].map((own) => untilFresh(own, origin)))).flat();
}
