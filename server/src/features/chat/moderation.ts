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
    if (before.isStaff) throw new Refusal('forbidden', 'Staff cannot be muted.');
    if (minutes === 0 && before.mutedUntil === null) return null;

    const mutedUntil = minutes === 0 ? null : await upsertMute(tx.sql, playerId, minutes);
    if (mutedUntil === null) await deleteMute(tx.sql, playerId);
    tx.afterCommit(() => live.toPlayer(playerId, 'MUTED', { mutedUntil }));
    const isMuted = mutedUntil !== null;
    if (isMuted) await notify(tx, live, { playerId, key: 'chat.muted', parameters: { minutes, reason } });
    else await notify(tx, live, { playerId, key: 'chat.unmuted', parameters: { reason } });
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
