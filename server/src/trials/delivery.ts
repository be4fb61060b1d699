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

type Window = ReadonlyMap<WatchedTab, number>;

const keyOf = ({ name, id }: Received): string => `${name} ${id}`;

/** A state that is over before a process reads it is not sent: the next one replaces it. */
const REPLACED: ReadonlySet<string> = new Set(['ROULETTE_ROUND']);

/** The events that some of these tabs received and others did not, and how many different ones there are. */
function findMissing(tabs: readonly WatchedTab[], since: Window, names: readonly string[]) {
  const receivedBy = new Map(
    tabs.map((tab) => [tab, tab.received.slice(since.get(tab)).filter(({ name }) => names.includes(name))]),
  );
  const all = new Map([...receivedBy.values()].flat().map((event) => [keyOf(event), event]));
  const missing = tabs.flatMap((tab) => {
    const received = receivedBy.get(tab)!;
    const keys = new Set(received.map(keyOf));
    const isReplaced = ({ name, order }: Received): boolean =>
      REPLACED.has(name) && received.some((event) => event.name === name && event.order > order);
    return [...all]
      .filter(([key, event]) => !keys.has(key) && !isReplaced(event))
      .map(([key]) => `${tab.name} did not receive ${key}`);
  });
  return { count: all.size, missing };
}

/** Waits until every event has reached all tabs: public ones those of everyone, private ones those of their player. */
async function untilDelivered({ tabs, results }: Load, since: Window): Promise<number> {
  const groups = [...Map.groupBy(tabs, ({ owner }) => owner.id).values()];
  const find = () => [findMissing(tabs, since, PUBLIC), ...groups.map((own) => findMissing(own, since, PRIVATE))];
  await until('all events to arrive', () => find().every(({ missing }) => missing.length === 0)).catch(() => undefined);
  const found = find();
  for (const each of found.flatMap(({ missing }) => missing)) results.breach(each, 'lost');
  return found.reduce((sum, { count }) => sum + count, 0);
}

/**
 * Reports events that arrived before an earlier one of the same source. The balances of bettors have two: bets, and the end of
 * rounds, after which every process reads them itself.
 */
function reportDisorder({ tabs, people, results }: Load, since: Window): void {
  const bettors = new Set(people.filter(({ record }) => record.bets.length > 0).map(({ id }) => id));
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
