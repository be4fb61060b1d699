import { setTimeout as sleep } from 'node:timers/promises';
import { getMe } from '@karat/contract/accounts';
import { type Client, createClient } from '#simulation/client.ts';
import type { Action, ActionContext } from '#simulation/context.ts';
import { betSome, claimRewards, openSome, sellSome } from '#simulation/game-actions.ts';
import { buyOne, listOne } from '#simulation/market-actions.ts';
import { askSupport, browse, chat } from '#simulation/other-actions.ts';
import { createOutages, type Outages } from '#simulation/outages.ts';
import { addPeople, type Person } from '#simulation/people.ts';
import { createResults, type Results } from '#simulation/results.ts';
import { answerTickets, signInStaff } from '#simulation/staff.ts';
import { until } from '#testing/until.ts';
import type { Fleet } from './start-fleet.ts';
import { openWatchedTab, type TabOwner } from './tabs.ts';

const ACTIONS = {
  open: openSome,
  sell: sellSome,
  bet: betSome,
  claim: claimRewards,
  list: listOne,
  buy: buyOne,
  chat,
  browse,
  ask: askSupport,
} as const satisfies Readonly<Record<string, Action>>;

/** How often players do what, relative to each other. */
export type Weights = Readonly<Partial<Record<keyof typeof ACTIONS, number>>>;

export const EVERYTHING: Weights = { open: 6, sell: 4, bet: 6, claim: 1, list: 2, buy: 2, chat: 2, browse: 2 };

/** Requests are sent again soon: many wait for a process that is gone. */
const ANSWER_TIMEOUT_MS = 4_000;
/** Average pause between two actions of one player. */
const REST_MS = 60;
const STAFF_REST_MS = 300;
/** After this long the last requests of a load count as never answered. */
const LAST_ANSWERS_MS = 180_000;

type Player = { readonly person: Person; readonly client: Client };

type LoadOptions = {
  readonly players: number;
  readonly seed: string;
  /** How many players the site has already. */
  readonly after: number;
  readonly onBreach: (message: string) => void;
  /** Each player uses one process directly, so that all events of the player come from it. */
  readonly isDirect?: boolean;
  /** An admin who answers tickets, with a tab at each process like the players. */
  readonly hasStaff?: boolean;
};

type Deps = { readonly results: Results; readonly outages: Outages; readonly isOver: () => boolean };

function createClients({ origin, places }: Fleet, isDirect: boolean, deps: Deps): Client[] {
  const origins = isDirect ? places.map((place) => place.origin) : [origin];
  return origins.map((each) => createClient({ ...deps, origin: each, answerTimeoutMs: ANSWER_TIMEOUT_MS }));
}

async function addPlayers(clients: readonly Client[], { players, seed, after }: LoadOptions): Promise<Player[]> {
  const added: Player[] = [];
  for (const [index, client] of clients.entries()) {
    const count = Math.ceil((players - index) / clients.length);
    const people = await addPeople(client, { count, seed, after: after + added.length });
    added.push(...people.map((person) => ({ person, client })));
  }
  return added;
}

async function addStaff(client: Client, seed: string): Promise<TabOwner> {
  const admin = await signInStaff(client, seed);
  const me = await client.call(admin, getMe, { query: {} });
  if (!me.isDone || me.reply.data === null) throw new Error('staff could not sign in');
  return { ...admin, id: me.reply.data.id };
}

/** A tab of each owner at each process, so that every event has to reach every process. */
async function openTabs({ places }: Fleet, owners: readonly { owner: TabOwner; client: Client }[]) {
  const tabs = owners.flatMap(({ owner, client }) =>
    places.map(({ name, origin }) => openWatchedTab({ name: `${owner.name} at ${name}`, origin, owner, client })),
  );
  await until('all tabs to connect', () => tabs.every((tab) => tab.isConnected() && tab.shown().balance !== ''));
  return tabs;
}

/** Players who act until they are stopped, and a record of everything that the site acknowledged to them. */
export async function openLoad(fleet: Fleet, options: LoadOptions) {
  const [results, outages] = [createResults(options.onBreach), createOutages()];
  const closing = new AbortController();
  let isOver = false;
  const clients = createClients(fleet, options.isDirect === true, { results, outages, isOver: () => isOver });
  const players = await addPlayers(clients, options);
  const staff = options.hasStaff === true ? await addStaff(clients[0]!, options.seed) : undefined;
  const owners = players.map(({ person, client }): { owner: TabOwner; client: Client } => ({ owner: person, client }));
  if (staff !== undefined) owners.push({ owner: staff, client: clients[0]! });
  const tabs = await openTabs(fleet, owners);
  const rest = (ms: number) => sleep(ms, undefined, { signal: closing.signal }).catch(() => undefined);
  let running: Promise<void>[] = [];

  async function play({ person, client }: Player, weights: Weights): Promise<void> {
    const context: ActionContext = { client, results, isClosing: () => closing.signal.aborted, rest };
    while (!closing.signal.aborted) {
      await ACTIONS[person.random.weighted(weights)](context, person);
      await rest(person.random.wait(REST_MS));
    }
  }

  async function answer(admin: TabOwner): Promise<void> {
    let keys = 0;
    const newKey = (): string => `staff-${options.after}-${(keys += 1)}`;
    for (; !closing.signal.aborted; await rest(STAFF_REST_MS))
      await answerTickets({ client: clients[0]!, admin, newKey });
  }

  return {
    players,
    clients,
    people: players.map(({ person }) => person),
    client: clients[0]!,
    tabs,
    results,
    outages,
    start(weightsOf: (place: number) => Weights = () => EVERYTHING): void {
      running = players.map((player, place) => play(player, weightsOf(place)));
      if (staff !== undefined) running.push(answer(staff));
    },
    /** Resolves when this many further requests are answered: the site serves players. */
    async untilAnswered(count: number): Promise<void> {
      const target = results.answered() + count;
      await until(`${count} more answers`, () => results.answered() >= target);
    },
    /** Resolves once every player has the last response. */
    async stop(): Promise<void> {
      closing.abort();
      const timer = setTimeout(() => (isOver = true), LAST_ANSWERS_MS);
      await Promise.all(running);
      clearTimeout(timer);
    },
    close(): void {
      isOver = true;
      closing.abort();
      for (const tab of tabs) tab.close();
      for (const { person } of players) person.socket.disconnect();
    },
  };
}

export type Load = Awaited<ReturnType<typeof openLoad>>;
