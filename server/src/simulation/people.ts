import { getMe, signup } from '@karat/contract/accounts';
import type { Client } from './client.ts';
import { createPlayerRecord, type PlayerRecord } from './player-record.ts';
import type { Caller } from '#sandbox/player-actions/api-request.ts';
import type { ProgramPlayer } from '#sandbox/player-actions/calls.ts';
import { openTab, type Tab } from '#sandbox/player-actions/chat-actions.ts';
import { createRandom, type Random } from '#sandbox/player-actions/random.ts';

export const HABITS = ['opener', 'bettor', 'duellist', 'trader', 'collector', 'visitor'] as const;
export type Habit = (typeof HABITS)[number];

/** Relative number of people with each habit. */
const SHARES: Readonly<Record<Habit, number>> = {
  opener: 6,
  bettor: 5,
  duellist: 4,
  trader: 3,
  collector: 2,
  visitor: 1,
};
const PASSWORD = 'a simulated week';
const CONCURRENT_SIGNUPS = 4;

/** A simulated player. */
export type Person = ProgramPlayer &
  Tab & {
    readonly steamId: string;
    readonly habit: Habit;
    readonly record: PlayerRecord;
    /** The player's own limit and break, as acknowledged by the site. */
    readonly saferPlay: { wagerMax: number | undefined; onBreakSince: number | undefined };
  };

/** Assigns habits in fixed shares, so that even a few people have different ones. */
function habitOf(place: number): Habit {
  const habitCycle = HABITS.flatMap((habit) => Array<Habit>(SHARES[habit]).fill(habit));
  // 8 and 21 are coprime: steps of 8 reach every entry, well mixed.
  return habitCycle[(place * 8) % habitCycle.length]!;
}

async function addPerson(client: Client, random: Random, place: number): Promise<Person> {
  const name = `Sim-${String(place + 1).padStart(3, '0')}`;
  const visitor: Caller = { name, token: '', random };
  const body = { username: name, email: `${name.toLowerCase()}@example.com`, password: PASSWORD };
  const joined = await client.call(visitor, signup, { body });
  if (!joined.isDone) throw new Error(`${name} could not sign up: ${joined.code}`);
  const { token } = joined.reply;
  const record = createPlayerRecord();
  const me = await client.call({ ...visitor, token }, getMe, { query: {} });
  if (!me.isDone || me.reply.data === null) throw new Error(`${name} is not signed in`);
  const { id, steamId } = me.reply.data;
  record.welcomed(id, joined.reply.user.balance);
  const tab = openTab(client.origin, token);
  let keys = 0;
  return {
    name,
    token,
    random,
    id,
    steamId: steamId ?? '',
    habit: habitOf(place),
    record,
    ...tab,
    newKey: () => `${name}-${(keys += 1)}`,
    saferPlay: { wagerMax: undefined, onBreakSince: undefined },
  };
}

/** The number of players, and how many there are already. */
type NewPeople = { readonly count: number; readonly seed: string; readonly after?: number };

/** Signs up simulated players, each with an open socket. */
export async function addPeople(client: Client, { count, seed, after = 0 }: NewPeople): Promise<Person[]> {
  const people: Person[] = [];
  for (let added = 0; added < count; added += CONCURRENT_SIGNUPS) {
    const length = Math.min(CONCURRENT_SIGNUPS, count - added);
    const places = Array.from({ length }, (_, index) => after + added + index);
    const joining = places.map((place) => addPerson(client, createRandom(`${seed}/person/${place}`), place));
    people.push(...(await Promise.all(joining)));
  }
  return people;
}
