import { Refusal } from '@karat/contract/refusal';
import type { StaffRole } from '@karat/contract/staff';
import { nameKey } from '@karat/rules/names';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { hasAnyFactor, isDemoAccount, signOutEverywhere, updateStaffRole } from '#features/accounts/accounts.ts';
import { raiseAlarm } from '#features/alarms/alarms.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import { lockWallet } from '#features/wallet/wallet.ts';
import { lockAdmins, lockStaffCandidate, selectUserByName, type StaffCandidate } from './queries.ts';
import { userNotFound } from './users.ts';

type RoleDeps = Pick<Deps, 'db' | 'env' | 'sessions'>;

/** The account by its id or by its name. */
type RoleHolder = { readonly userId?: number | undefined; readonly username?: string | undefined };
type RoleChange = RoleHolder & { readonly staffRole: StaffRole | null; readonly actorId: number };

async function findHolderId(sql: Sql, { userId, username = '' }: RoleHolder): Promise<number> {
  const id = userId ?? (await selectUserByName(sql, nameKey(username)))?.id;
  if (id === undefined) throw userNotFound();
  return id;
}

function assertMayBeStaff({ env }: RoleDeps, candidate: StaffCandidate): void {
  const { username, state, isSandbox, isResting } = candidate;
  if (state === 'deleted') throw new Refusal('forbidden', 'This account has been deleted by its owner.');
  if (state === 'banned') throw new Refusal('forbidden', 'A banned player cannot become staff.');
  if (isSandbox) throw new Refusal('forbidden', 'Sandbox players cannot become staff.');
  if (isDemoAccount(env, username)) throw new Refusal('forbidden', 'Demo accounts are shared and cannot become staff.');
  if (isResting) throw new Refusal('forbidden', 'A player on a break or excluded cannot become staff.');
}

/** Without a factor of the player's own, the first person with the password could set one up. */
async function assertHasFactor(sql: Sql, playerId: number): Promise<void> {
  if (await hasAnyFactor(sql, playerId)) return;
  throw new Refusal('forbidden', 'This player has to set up two-step sign-in first.');
}

/**
 * Changes what an account may do for the site, and ends all its sessions, so that neither an open tab nor a cached session keeps the
 * old role. Changes of roles wait for each other: of two admins who demote each other, one remains. Setting the current role again
 * has no effect and is not logged.
 */
export function setStaffRole(deps: RoleDeps, { staffRole, actorId, ...holder }: RoleChange): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const playerId = await findHolderId(tx.sql, holder);
    await lockWallet(tx, playerId);
    const adminIds = await lockAdmins(tx.sql);
    // The session was read before the lock: another admin may have demoted this one since.
    if (!adminIds.includes(actorId)) throw new Refusal('forbidden', 'You are not allowed to do this.');
    const candidate = await lockStaffCandidate(tx.sql, playerId);
    if (candidate === undefined) throw userNotFound();
    const before = candidate.staffRole;
    if (before === staffRole) return playerId;
    if (staffRole !== null) assertMayBeStaff(deps, candidate);
    if (staffRole !== null && deps.env.needsStaffFactor) await assertHasFactor(tx.sql, playerId);
    const isLastAdmin = before === 'admin' && adminIds.every((id) => id === playerId);
    if (isLastAdmin) throw new Refusal('forbidden', 'The last admin cannot be demoted.');
    await updateStaffRole(tx.sql, { playerId, staffRole, isByAdmin: true });
    const signedOut = await signOutEverywhere(tx, deps.sessions, playerId);
    await recordStaffAction(tx, {
      actorId,
      action: 'account.role',
      subject: `player:${playerId}`,
      before: { staffRole: before },
      after: { staffRole, signedOut },
    });
    const details = { actorId, before, after: staffRole };
    await raiseAlarm(tx, { kind: 'roleChanged', subject: `player:${playerId}`, details });
    return playerId;
  });
}
