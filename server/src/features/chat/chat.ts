import type { ChatMessage } from '@karat/contract/chat';
import { Refusal } from '@karat/contract/refusal';
import { may } from '@karat/contract/staff';
import { chatDuplicateKey, hasLink } from '@karat/rules/chat';
import type { Sql, Tx } from '#db/db.ts';
import type { Caller, Deps } from '#deps.ts';
import { assertRate, type Rate } from '#http/rate-limit.ts';
import {
  deleteOldMessages,
  deleteOldMutes,
  insertMessage,
  lockChatPlayer,
  selectByKey,
  selectHistory,
  selectMutes,
  selectWriteStatus,
} from './queries.ts';
import { createSharedReading } from '#shared-reading.ts';

const MESSAGES_PAGE_MAX = 100;
const MESSAGE_RATE: Rate = { burst: 20, perSecond: 1 };
/** A player's latest messages must not be repeated: how many, and for how long. */
const REPEAT_WINDOW = { count: 3, spanSeconds: 30 };
const RETENTION = { days: 30, newest: 1_000, limit: 5_000 };

type ChatState = {
  readonly messages: ChatMessage[];
  readonly slowModeSeconds: number;
  readonly mutes: Map<number, string>;
};

/** Reads the state of the chat. After a reconnect all tabs ask for it at once, so they share reads. */
export function createChatReader({ db }: Pick<Deps, 'db'>): () => Promise<ChatState> {
  return createSharedReading(async () => {
    const [history, mutes] = await Promise.all([selectHistory(db.sql, MESSAGES_PAGE_MAX), selectMutes(db.sql)]);
    return { ...history, mutes };
  });
}

function tooMany(message: string, waitSeconds: number): Refusal {
  return new Refusal('too_many', message, { retryAfterSeconds: Math.ceil(waitSeconds) });
}

function muted(forSeconds: number): Refusal {
  return new Refusal('muted', 'You are muted in the chat.', { retryAfterSeconds: Math.ceil(forSeconds) });
}

/** Refuses a muted player. Used wherever players write, because a mute applies everywhere. */
export async function assertNotMuted(sql: Sql, playerId: number): Promise<void> {
  const { mutedForSeconds } = await selectWriteStatus(sql, playerId, REPEAT_WINDOW);
  if (mutedForSeconds > 0) throw muted(mutedForSeconds);
}

/** Refuses messages while the chat is off, and those of players during maintenance. */
export async function assertChatOn({ switches }: Pick<Deps, 'switches'>, caller: Caller): Promise<void> {
  await switches.assertOpenTo(caller);
  await switches.assertOn('chat');
}

/** Refuses muted players. Only moderators may send links, repeat themselves and ignore slow mode. */
async function assertMayWrite(tx: Tx, { id, staffRole }: Caller, message: string): Promise<void> {
  const { mutedForSeconds, slowModeSeconds, sinceLastSeconds, recentMessages } = await selectWriteStatus(
    tx.sql,
    id,
    REPEAT_WINDOW,
  );
  if (mutedForSeconds > 0) throw muted(mutedForSeconds);
  const isModerator = may(staffRole, 'chat');
  const waitSeconds = slowModeSeconds - (sinceLastSeconds ?? Infinity);
  if (!isModerator && waitSeconds > 0) throw tooMany('Slow mode is on. Please wait a moment.', waitSeconds);
  if (!isModerator && hasLink(message)) throw new Refusal('invalid', 'Links are not allowed in the chat.');
  const essence = chatDuplicateKey(message);
  if (!isModerator && recentMessages.some((recent) => chatDuplicateKey(recent) === essence)) {
    throw tooMany('You just said that.', REPEAT_WINDOW.spanSeconds);
  }
}

type Outgoing = { readonly message: string; readonly key?: string | undefined };
/** `isRepeated` is true if the key was used before; then the message is not broadcast again. */
type SentMessage = { readonly message: ChatMessage; readonly isRepeated: boolean; readonly isDeleted: boolean };

/** Broadcasts a message, once per key. */
export async function sendMessage(
  { db, live, limits }: Pick<Deps, 'db' | 'live' | 'limits'>,
  player: Caller,
  { message, key }: Outgoing,
): Promise<SentMessage> {
  const tooFast = 'You are writing too fast. Please wait a moment.';
  assertRate(limits, { key: `chat:${player.id}`, rate: MESSAGE_RATE, message: tooFast });
  return db.transaction(async (tx) => {
    await lockChatPlayer(tx.sql, player.id);
    const stored = key === undefined ? undefined : await selectByKey(tx.sql, player.id, key);
    if (stored !== undefined) return { ...stored, isRepeated: true };
    await assertMayWrite(tx, player, message);
    const inserted = await insertMessage(tx.sql, { playerId: player.id, message, key: key ?? null });
    tx.afterCommit(() => live.toAll('NEW_MESSAGE', inserted));
    return { message: inserted, isRepeated: false, isDeleted: false };
  });
}

/** Deletes old messages and mutes in small batches, so that no statement blocks the chat. */
export async function deleteOldChatData({ db }: Pick<Deps, 'db'>, retention = RETENTION): Promise<void> {
  await deleteOldMutes(db.sql);
  while ((await deleteOldMessages(db.sql, retention)) === retention.limit);
}
