import { randomUUID } from 'node:crypto';
import { until } from '#testing/until.ts';
import { reportRepeats } from './checks.ts';
import type { Load, Weights } from './load.ts';
import type { Received, WatchedTab } from './tabs.ts';
import type { Trial } from './trial.ts';

/** Without the market: its events for one player come from the processes of others. */
const OPENERS: Weights = { open: 6, sell: 5, claim: 1, chat: 3, ask: 1 };
const BETTORS: Weights = { ...OPENERS, bet: 6 };
const ANSWERS = { quick: 250, full: 3_000 };

const PUBLIC = ['NEW_MESSAGE', 'LIVE_DROP', 'ROULETTE_ROUND'];
const PRIVATE = ['ADD_NOTIFICATION', 'BALANCE_UPDATE', 'INVENTORY_CHANGED', 'TICKET_UPDATED'];
/** A bet also makes a player's tabs fetch their balance, so a version may come twice. */
const NEVER_REPEATED: ReadonlySet<string> = new Set([
  ...PUBLIC,
  'ADD_NOTIFICATION',
  'INVENTORY_CHANGED',
  'TICKET_UPDATED',
]);

/** Sends a chat message from every process and waits for all of them in every tab: all earlier events have arrived then. */
async function sendMarkers({ players, tabs }: Load): Promise<void> {
  const senders = new Map(players.map(({ client, person }) => [client, person]));
  const texts = [...senders.values()].map((person) => {
    const message = `marker ${randomUUID()}`;
    person.socket.emit('SEND_MESSAGE', { message });
    return message;
  });
  await until('a chat message of every process in every tab', () =>
    tabs.every((tab) => texts.every((text) => tab.shown().chat.some((shown) => shown.endsWith(text)))),
  );
}

/** After each round every process reads the balances of its players itself, also while their next bets change them. */
const bettorsOf = (people: Load['people']): Set<number> =>
  new Set(people.filter(({ record }) => record.bets.length > 0).map(({ id }) => id));

type Window = ReadonlyMap<WatchedTab, number>;

const keyOf = ({ name, id }: Received): string => `${name} ${id}`;

/** A state that is over before a process reads it is not sent: the next one replaces it. */
const isState = ({ name }: Received, isBettor: boolean): boolean =>
  name === 'ROULETTE_ROUND' || (isBettor && name === 'BALANCE_UPDATE');

type Group = {
  readonly tabs: readonly WatchedTab[];
  readonly events: ReadonlyMap<string, Received>;
  readonly isOfBettor: boolean;
};

/** What at least one of these tabs has received since then, and none before. */
function groupOf({ people }: Load, tabs: readonly WatchedTab[], since: Window, names: readonly string[]): Group {
  const received = tabs.flatMap((tab) => tab.received.slice(since.get(tab)));
  const events = new Map(received.filter(({ name }) => names.includes(name)).map((event) => [keyOf(event), event]));
  for (const tab of tabs) for (const event of tab.received.slice(0, since.get(tab))) events.delete(keyOf(event));
  return { tabs, events, isOfBettor: tabs.some(({ owner }) => bettorsOf(people).has(owner.id)) };
}

/** The events that some tabs of a group received and others did not. */
function findMissing({ tabs, events, isOfBettor }: Group): string[] {
  return tabs.flatMap(({ name: tabName, received }) => {
    const keys = new Set(received.map(keyOf));
    const isReplaced = (state: Received): boolean =>
      isState(state, isOfBettor) && received.some(({ name, order }) => name === state.name && order > state.order);
    return [...events]
      .filter(([key, event]) => !keys.has(key) && !isReplaced(event))
      .map(([key]) => `${tabName} did not receive ${key}`);
  });
}

/**
 * Waits until every event that has been received so far has reached all tabs: public ones those of everyone, private ones those of their
 * player. Rounds go on meanwhile, and their later events do not count.
 */
async function untilDelivered(load: Load, since: Window): Promise<number> {
  const { tabs, results } = load;
  const owners = [...Map.groupBy(tabs, ({ owner }) => owner.id).values()];
  const groups = [groupOf(load, tabs, since, PUBLIC), ...owners.map((own) => groupOf(load, own, since, PRIVATE))];
  const isDelivered = (): boolean => groups.every((group) => findMissing(group).length === 0);
  await until('all events to arrive', isDelivered).catch(() => undefined);
  for (const each of groups.flatMap(findMissing)) results.breach(each, 'lost');
  return groups.reduce((sum, { events }) => sum + events.size, 0);
}

/** Reports events that arrived before an earlier one of the same source. The balances of bettors have two. */
function reportDisorder({ tabs, people, results }: Load, since: Window): void {
  const bettors = bettorsOf(people);
  for (const tab of tabs) {
    const last = new Map<string, number>();
    for (const { name, id, source, order } of tab.received.slice(since.get(tab))) {
      const key = `${name} of ${source}`;
      if (name === 'BALANCE_UPDATE' && bettors.has(tab.owner.id)) continue;
      if (order < (last.get(key) ?? -1)) results.breach(`${tab.name} received ${name} ${id} too late`);
      last.set(key, order);
    }
  }
}

/** Every event reaches every tab once, in the order of its source, whichever process it comes from. */
export const delivery: Trial = {
  name: 'exactly-once delivery',
  async run({ isQuick, startLoad }) {
    const load = await startLoad({ isDirect: true, isIdle: true, hasStaff: true });
    const { tabs } = load;
    await sendMarkers(load);
    const since: Window = new Map(tabs.map((tab) => [tab, tab.received.length]));
    load.start((place) => (place % 2 === 0 ? OPENERS : BETTORS));
    await load.untilAnswered(isQuick ? ANSWERS.quick : ANSWERS.full);
    // A drop is shown when the player's own animation has ended.
    await until('a drop', () => tabs[0]!.received.some(({ name }) => name === 'LIVE_DROP'));
    await load.stop();
    await sendMarkers(load);
    const events = await untilDelivered(load, since);
    reportRepeats(tabs, load.results, NEVER_REPEATED);
    reportDisorder(load, since);
    return `${events} events to ${tabs.length} tabs`;
  },
};
