import { getLatestDrops } from '@karat/contract/drops';
import { getMyListings } from '@karat/contract/market';
import { getActiveRooms } from '@karat/contract/rooms';
import { getRounds } from '@karat/contract/roulette';
import { nameKey } from '@karat/rules/names';
import type { Sql } from '#db/db.ts';
import { sendChatMessage } from '#sandbox/player-actions/chat-actions.ts';
import { COLOR_NAMES, LINES, PROGRAM_LINES, type Topic } from '../lines.ts';
import type { Habit, HabitContext, Resident, Response } from '../resident.ts';
import type { Situation } from '../situation.ts';

const WARM_UP_MESSAGES = 4;
/** Between two messages of residents. */
const PAUSE_MS = { warmUp: 2_500, later: 40_000 };
/** Residents do not write while more people than this are writing. */
const PEOPLE_TALKING_MAX = 1;
const STREAK_MIN = 3;
const ANSWERED_MINUTES = 10;
const TOPIC_WEIGHTS: Readonly<Record<Topic, number>> = {
  ownDrop: 3,
  otherDrop: 3,
  round: 2,
  streak: 2,
  room: 2,
  listing: 2,
  greeting: 1,
  talk: 3,
};

function isPauseOver({ sinceResidentMessageMs, isWarmUp }: Situation): boolean {
  return (sinceResidentMessageMs ?? Infinity) >= (isWarmUp ? PAUSE_MS.warmUp : PAUSE_MS.later);
}

const mayWrite = (situation: Situation): boolean =>
  situation.peopleTalking <= PEOPLE_TALKING_MAX && isPauseOver(situation);

type Values = Readonly<Record<string, string>>;

/** A skin as players call it, without its exterior. */
const skinOf = ({ market_hash_name: name }: { market_hash_name: string }): string => name.replace(/ \([^()]*\)$/, '');

/** The values for a line of each topic, from the calls that pages use; undefined if nothing has happened. */
const READERS: Readonly<Record<Topic, (context: HabitContext, resident: Resident) => Promise<Values | undefined>>> = {
  async ownDrop({ calls }, resident) {
    const drops = await calls.call(resident, getLatestDrops);
    const own = drops.isDone ? drops.reply.data.find(({ username }) => username === resident.name) : undefined;
    return own && { item: skinOf(own) };
  },
  async otherDrop({ calls }, resident) {
    const drops = await calls.call(resident, getLatestDrops);
    const others = drops.isDone ? drops.reply.data.filter(({ username }) => username !== resident.name) : [];
    const [newest] = others;
    return newest && { item: skinOf(newest), player: newest.username };
  },
  async round({ calls }, resident) {
    const rounds = await calls.call(resident, getRounds, { query: { limit: '1' } });
    const color = rounds.isDone ? rounds.reply.data[0]?.winnerColor : undefined;
    return color ? { color: COLOR_NAMES[resident.language][color] } : undefined;
  },
  async streak({ calls }, resident) {
    const rounds = await calls.call(resident, getRounds, { query: { limit: '20' } });
    const colors = rounds.isDone ? rounds.reply.data.map(({ winnerColor }) => winnerColor) : [];
    const end = colors.findIndex((color) => color !== colors[0]);
    const count = end === -1 ? colors.length : end;
    const [color] = colors;
    return color && count >= STREAK_MIN
      ? { color: COLOR_NAMES[resident.language][color], count: String(count) }
      : undefined;
  },
  async room({ calls }, resident) {
    const rooms = await calls.call(resident, getActiveRooms);
    const waiting = rooms.isDone ? rooms.reply.data.filter(({ state }) => state === 'WAITING') : [];
    const own = waiting.find(({ ownerPlayer }) => ownerPlayer.username === resident.name);
    return own && { map: own.map };
  },
  async listing({ calls }, resident) {
    const listings = await calls.call(resident, getMyListings, { query: { limit: '1' } });
    const newest = listings.isDone ? listings.reply.data[0] : undefined;
    return newest && { item: skinOf(newest) };
  },
  greeting: () => Promise.resolve({}),
  talk: () => Promise.resolve({}),
};

const filled = (line: string, values: Values): string => line.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!);

/** A line about something that has just happened. */
async function composeLine(context: HabitContext, resident: Resident): Promise<string> {
  const { random, language } = resident;
  const topic = random.weighted(TOPIC_WEIGHTS);
  const values = await READERS[topic](context, resident);
  if (values === undefined) return random.oneOf(LINES[language].talk);
  return filled(random.oneOf(LINES[language][topic]), values);
}

/** Whether the line was written in the last hour, by any player. */
async function isRecent(sql: Sql, line: string): Promise<boolean> {
  const rows = await sql`
    select id from (select id, message, created_at from chat_messages order by id desc limit 100) as latest
    where message = ${line} and created_at > now() - interval '1 hour'`;
  return rows.length > 0;
}

async function write(resident: Resident, message: string): Promise<boolean> {
  if (!resident.socket.connected) return false;
  return (await sendChatMessage(resident, { message, key: resident.newKey() })) === 'sent';
}

async function hasAnswered(sql: Sql, resident: Resident): Promise<boolean> {
  const rows = await sql`
    select id from chat_messages
    where player_id = ${resident.id} and message = ${PROGRAM_LINES[resident.language]}
      and created_at > now() - ${ANSWERED_MINUTES} * interval '1 minute' limit 1`;
  return rows.length > 0;
}

const wordsOf = (message: string): ReadonlySet<string> =>
  new Set(message.split(/[^\p{L}\p{N}_.-]+/u).map((word) => nameKey(word.replace(/[.-]+$/, ''))));

/** A resident that a person addresses by name answers that it is a program. */
function answersTo({ messages }: Situation, residents: readonly Resident[]): Response[] {
  const words = new Set(messages.flatMap(({ message }) => [...wordsOf(message)]));
  return residents
    .filter(({ name }) => words.has(nameKey(name)))
    .map((named) => ({
      residentId: named.id,
      run: async ({ sql }, resident) =>
        !(await hasAnswered(sql, resident)) && write(resident, PROGRAM_LINES[resident.language]),
    }));
}

export const writeChat: Habit = {
  name: 'write-chat',
  isMissing: (situation) => situation.residentMessages < WARM_UP_MESSAGES && mayWrite(situation),
  weight: (situation) => (mayWrite(situation) ? 1 : 0),
  async run(context, resident) {
    const line = await composeLine(context, resident);
    return !(await isRecent(context.sql, line)) && write(resident, line);
  },
  respond: answersTo,
};
