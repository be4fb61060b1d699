import { getMe, signup } from '@karat/contract/accounts';
import type { FromServer } from '@karat/contract/live';
import { io, type Socket } from 'socket.io-client';
import type { Client } from './client.ts';
import { createDiary, type Diary } from './diary.ts';
import type { Caller } from './press.ts';
import { createRandom, type Random } from './random.ts';

export const HABITS = ['opener', 'bettor', 'duellist', 'trader', 'collector', 'visitor'] as const;
export type Habit = (typeof HABITS)[number];

/** How many there are of each, against the others. */
const SHARES: Readonly<Record<Habit, number>> = {
  opener: 6,
  bettor: 5,
  duellist: 4,
  trader: 3,
  collector: 2,
  visitor: 1,
};
const PASSWORD = 'a week of somebody';
const AT_ONCE = 4;

type HeardBalance = FromServer['BALANCE_UPDATE'];

export type Person = Caller & {
  readonly id: number;
  readonly steamId: string;
  readonly habit: Habit;
  readonly diary: Diary;
  readonly socket: Socket;
  /** The newest balance that any event has told. */
  heard(): HeardBalance | undefined;
  newKey(): string;
  /** What the player has told the site about themselves, and when the site had it. */
  readonly care: { wagerMax: number | undefined; onBreakSince: number | undefined };
};

/** A habit for each, in fixed shares, so that also a few people are of all kinds. */
function habitOf(place: number): Habit {
  const turn = HABITS.flatMap((habit) => Array<Habit>(SHARES[habit]).fill(habit));
  // Steps of 8 through the 21 turns meet every one of them, and mix them well.
  return turn[(place * 8) % turn.length]!;
}

function openTab(origin: string, token: string) {
  let newest: HeardBalance | undefined;
  const socket = io(origin, {
    transports: ['websocket'],
    forceNew: true,
    auth: { token },
    reconnectionDelayMax: 3_000,
  });
  socket.on('BALANCE_UPDATE', (told: HeardBalance) => {
    if (newest === undefined || told.version > newest.version) newest = told;
  });
  return { socket, heard: () => newest };
}

async function addPerson(client: Client, random: Random, place: number): Promise<Person> {
  const name = `Sim-${String(place + 1).padStart(3, '0')}`;
  const visitor: Caller = { name, token: '', random };
  const body = { username: name, email: `${name.toLowerCase()}@example.com`, password: PASSWORD };
  const joined = await client.call(visitor, signup, { body });
  if (!joined.isDone) throw new Error(`${name} could not sign up: ${joined.code}`);
  const { token } = joined.reply;
  const diary = createDiary();
  const me = await client.call({ ...visitor, token }, getMe, { query: {} });
  if (!me.isDone || me.reply.data === null) throw new Error(`${name} is not signed in`);
  const { id, steamId } = me.reply.data;
  diary.welcomed(id, joined.reply.user.balance);
  const tab = openTab(client.origin, token);
  let keys = 0;
  return {
    name,
    token,
    random,
    id,
    steamId: steamId ?? '',
    habit: habitOf(place),
    diary,
    ...tab,
    newKey: () => `${name}-${(keys += 1)}`,
    care: { wagerMax: undefined, onBreakSince: undefined },
  };
}

/** Everybody who lives through the week, signed up and with a tab open. */
export async function addPeople(client: Client, count: number, seed: string): Promise<Person[]> {
  const people: Person[] = [];
  for (let first = 0; first < count; first += AT_ONCE) {
    const places = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, at) => first + at);
    const added = places.map((place) => addPerson(client, createRandom(`${seed}/person/${place}`), place));
    people.push(...(await Promise.all(added)));
  }
  return people;
}
