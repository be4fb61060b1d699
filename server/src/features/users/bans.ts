import { Refusal } from '@karat/contract/refusal';
import type { SettableState } from '@karat/contract/users';
import type { Deps } from '#deps.ts';
import { signOutEverywhere } from '#features/accounts/accounts.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import { leaveWaitingRoom } from '#features/rooms/rooms.ts';
import { resetNeedsChecks, setNeedsChecks } from '#features/stakes/stakes.ts';
import { lockWallet } from '#features/wallet/wallet.ts';
import { type LockedUser, lockUser, updateActive, updateBanned } from './queries.ts';
import { userNotFound } from './users.ts';

type SignOutDeps = Pick<Deps, 'db' | 'sessions'>;
type BanDeps = SignOutDeps & Pick<Deps, 'live' | 'env' | 'seal' | 'log'>;

type StateChange = { readonly playerId: number; readonly actorId: number; readonly reason: string };

function assertMayChangeState(
  user: LockedUser | undefined,
  { playerId, actorId }: StateChange,
): asserts user is LockedUser {
  if (user === undefined) throw userNotFound();
  if (playerId === actorId) throw new Refusal('forbidden', 'You cannot ban yourself.');
  if (user.staffRole !== null) throw new Refusal('forbidden', 'Staff cannot be banned.');
  if (user.state === 'deleted') throw new Refusal('forbidden', 'This account has been deleted by its owner.');
}

/**
 * Bans or unbans a player. A ban signs the player out everywhere in the same transaction. They leave a waiting room with their
 * stake refunded; a started match continues. Their listings can no longer be bought and are removed by the market's loop. Setting
 * the current state again has no effect and is not logged.
 */
export function setUserState(
  deps: BanDeps,
  { state, ...change }: StateChange & { readonly state: SettableState },
): Promise<void> {
  const { playerId, actorId, reason } = change;
  return deps.db.transaction(async (tx) => {
    if (state === 'banned') await leaveWaitingRoom(tx, deps, playerId);
    // Waits for stakes in progress; a stake that waits for this lock reads the wallet's row again, which changes below.
    await lockWallet(tx, playerId);
    const user = await lockUser(tx.sql, playerId);
    assertMayChangeState(user, change);
    if (user.state === state) return;
    const isBan = state === 'banned';
    if (isBan) await updateBanned(tx.sql, playerId, { reason, actorId });
    else await updateActive(tx.sql, playerId);
    await (isBan ? setNeedsChecks(tx, playerId, true) : resetNeedsChecks(tx, playerId));
    const ended = isBan ? await signOutEverywhere(tx, deps.sessions, playerId) : 0;
    await recordStaffAction(tx, {
      actorId,
      action: isBan ? 'account.ban' : 'account.unban',
      subject: `player:${playerId}`,
      reason,
      before: { state: user.state },
      after: { state, ...(isBan && { signedOut: ended }) },
    });
  });
}

/** Ends all sessions of a player, who may sign in again; returns how many. Not logged if there were none. */
export function signOutUser(
  { db, sessions }: SignOutDeps,
  { playerId, actorId, reason, isAdmin }: StateChange & { readonly isAdmin: boolean },
): Promise<number> {
  return db.transaction(async (tx) => {
    const user = await lockUser(tx.sql, playerId);
    if (user === undefined) throw userNotFound();
    if (user.staffRole !== null && !isAdmin) throw new Refusal('forbidden', 'Only admins may sign out staff.');
    if (playerId === actorId) throw new Refusal('forbidden', 'Use the security page to sign yourself out.');
    const ended = await signOutEverywhere(tx, sessions, playerId);
    if (ended === 0) return 0;
    const after = { signedOut: ended };
    await recordStaffAction(tx, { actorId, action: 'account.sign-out', subject: `player:${playerId}`, reason, after });
    return ended;
  });
}
