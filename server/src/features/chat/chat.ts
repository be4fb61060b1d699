import type { ChatMessage } from '@karat/contract/chat';
import { Refusal } from '@karat/contract/refusal';
import { chatDuplicateKey, hasLink } from '@karat/rules/chat';
import type { Sql, Tx } from '#db/db.ts';
import type { Caller, Deps } from '#deps.ts';
import { assertRate, type Rate } from '#http/rate-limit.ts';
import {
  deleteOldMessages,
  deleteOldMutes,
  insertMessage,
  lockChatter,
  selectByKey,
  selectHistory,
  selectMutes,
  selectStanding,
} from './queries.ts';
import { createSharedReading } from '#shared-reading.ts';

const MESSAGES_LISTED_MAX = 100;
const MESSAGE_RATE: Rate = { burst: 20, perSecond: 1 };
/** Somebody's own messages that are not to be said over again, and for how long. */
const LATELY = { count: 3, spanSeconds: 30 };
const KEPT = { days: 30, newest: 1_000, limit: 5_000 };

type ChatState = {
  readonly messages: ChatMessage[];
  readonly slowModeSeconds: number;
  readonly mutes: Map<number, string>;
};

/** Reads how the chat stands. Every tab asks for it at once when the site is back: they share the readings. */
export function createChatReading({ db }: Pick<Deps, 'db'>): () => Promise<ChatState> {
  return createSharedReading(async () => {
    const [history, mutes] = await Promise.all([selectHistory(db.sql, MESSAGES_LISTED_MAX), selectMutes(db.sql)]);
    return { ...history, mutes };
  });
}

function tooMany(message: string, waitSeconds: number): Refusal {
  return new Refusal('too_many', message, { retryAfterSeconds: Math.ceil(waitSeconds) });
}

function muted(forSeconds: number): Refusal {
  return new Refusal('muted', 'You are muted in the chat.', { retryAfterSeconds: Math.ceil(forSeconds) });
}

/** For whatever else players may write: who is muted is so everywhere. */
export async function assertNotMuted(sql: Sql, playerId: number): Promise<void> {
  const { mutedForSeconds } = await selectStanding(sql, playerId, LATELY);
  if (mutedForSeconds > 0) throw muted(mutedForSeconds);
}

/** Staff may link, hurry and say things twice; nobody who is muted may write. */
async function assertWelcome(tx: Tx, { id, role }: Caller, message: string): Promise<void> {
  const { mutedForSeconds, slowModeSeconds, sinceLastSeconds, lately } = await selectStanding(tx.sql, id, LATELY);
  if (mutedForSeconds > 0) throw muted(mutedForSeconds);
  const isStaff = role === 'admin';
  const waitSeconds = slowModeSeconds - (sinceLastSeconds ?? Infinity);
  if (!isStaff && waitSeconds > 0) throw tooMany('The chat is in slow mode. Please wait a little.', waitSeconds);
  if (!isStaff && hasLink(message)) throw new Refusal('invalid', 'Links are not allowed in the chat.');
  const essence = chatDuplicateKey(message);
  if (!isStaff && lately.some((said) => chatDuplicateKey(said) === essence)) {
    throw tooMany('You have just said that.', LATELY.spanSeconds);
  }
}

type Outgoing = { readonly message: string; readonly key?: string | undefined };
/** `isRepeated` for one whose key was used before: nobody else hears of it again. */
type Said = { readonly message: ChatMessage; readonly isRepeated: boolean; readonly isDeleted: boolean };

/** Says something to everybody, once a key. */
export async function sendMessage(
  { db, live, limits }: Pick<Deps, 'db' | 'live' | 'limits'>,
  player: Caller,
  { message, key }: Outgoing,
): Promise<Said> {
  const tooFast = 'You are writing too fast. Please wait a moment.';
  assertRate(limits, { key: `chat:${player.id}`, rate: MESSAGE_RATE, message: tooFast });
  return db.transaction(async (tx) => {
    await lockChatter(tx.sql, player.id);
    const stored = key === undefined ? undefined : await selectByKey(tx.sql, player.id, key);
    if (stored !== undefined) return { ...stored, isRepeated: true };
    await assertWelcome(tx, player, message);
    const said = await insertMessage(tx.sql, { playerId: player.id, message, key: key ?? null });
    tx.afterCommit(() => live.toAll('NEW_MESSAGE', said));
    return { message: said, isRepeated: false, isDeleted: false };
  });
}

/** Forgets what nobody needs any more, little by little: no statement is to hold the chat up. */
export async function cleanChatUp({ db }: Pick<Deps, 'db'>, kept = KEPT): Promise<void> {
  await deleteOldMutes(db.sql);
  while ((await deleteOldMessages(db.sql, kept)) === kept.limit);
}
