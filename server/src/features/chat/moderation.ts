import { Refusal } from '@karat/contract/refusal';
import type { Deps } from '#deps.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import { notify } from '#features/notifications/notifications.ts';
import { deleteMute, lockChatPlayer, markDeleted, selectChatPlayer, updateSlowMode, upsertMute } from './queries.ts';

type ModerationDeps = Pick<Deps, 'db' | 'live'>;

/** Deletes a message from the chat. The staff log keeps its text as evidence. */
export function deleteMessage({ db, live }: ModerationDeps, { id, actorId }: { id: number; actorId: number }) {
  return db.transaction(async (tx) => {
    const found = await markDeleted(tx.sql, id, actorId);
    if (found === undefined) throw new Refusal('not_found', 'Message not found.');
    if (!found.isNew) return;
    const { playerId, message } = found;
    tx.afterCommit(() => live.toAll('MESSAGE_DELETED', { id }));
    await recordStaffAction(tx, {
      actorId,
      action: 'chat.delete',
      subject: `message:${id}`,
      before: { playerId, message },
    });
  });
}

const UNITS = [
  [60 * 24, 'day'],
  [60, 'hour'],
  [1, 'minute'],
] as const;

/** In the largest unit without a remainder: 90 minutes, 2 hours, 1 day. */
function durationOf(minutes: number): string {
  const [size, unit] = UNITS.find(([unitMinutes]) => minutes % unitMinutes === 0)!;
  return `${minutes / size} ${unit}${minutes === size ? '' : 's'}`;
}

type MuteRequest = {
  readonly playerId: number;
  readonly minutes: number;
  readonly reason: string;
  readonly actorId: number;
};

/** Mutes or unmutes a player. Returns the end of the mute. */
export function mutePlayer({ db, live }: ModerationDeps, { playerId, minutes, reason, actorId }: MuteRequest) {
  return db.transaction(async (tx) => {
    await lockChatPlayer(tx.sql, playerId);
    const before = await selectChatPlayer(tx.sql, playerId);
    if (before === undefined) throw new Refusal('not_found', 'User not found.');
    if (before.isAdmin) throw new Refusal('forbidden', 'Staff cannot be muted.');
    if (minutes === 0 && before.mutedUntil === null) return null;

    const mutedUntil = minutes === 0 ? null : await upsertMute(tx.sql, playerId, minutes);
    if (mutedUntil === null) await deleteMute(tx.sql, playerId);
    tx.afterCommit(() => live.toPlayer(playerId, 'MUTED', { mutedUntil }));
    const isMuted = mutedUntil !== null;
    await notify(tx, live, {
      playerId,
      icon: 'mute',
      title: isMuted ? 'You have been muted' : 'You may write again',
      message: isMuted ? `You cannot write in the chat for ${durationOf(minutes)}: ${reason}` : reason,
    });
    await recordStaffAction(tx, {
      actorId,
      action: isMuted ? 'chat.mute' : 'chat.unmute',
      subject: `player:${playerId}`,
      reason,
      before: { mutedUntil: before.mutedUntil },
      after: { mutedUntil },
    });
    return mutedUntil;
  });
}

/** Sets how long each player waits between two messages. */
export function setSlowMode({ db, live }: ModerationDeps, { seconds, actorId }: { seconds: number; actorId: number }) {
  return db.transaction(async (tx) => {
    const before = await updateSlowMode(tx.sql, seconds);
    if (before === seconds) return;
    tx.afterCommit(() => live.toAll('SLOW_MODE', { seconds }));
    await recordStaffAction(tx, {
      actorId,
      action: 'chat.slow_mode',
      subject: 'chat',
      before: { seconds: before },
      after: { seconds },
    });
  });
}
