import { Refusal } from '@karat/contract/refusal';
import type { Deps } from '#deps.ts';
import { removeFactors } from '#features/accounts/accounts.ts';
import { lockAdmins, lockUser } from './queries.ts';
import { userNotFound } from './users.ts';

type RemovalDeps = Pick<Deps, 'db' | 'sessions' | 'email' | 'seal'>;
type Removal = { readonly playerId: number; readonly actorId: number; readonly reason: string };

/**
 * Removes the second factor of an account whose owner lost it, and ends its sessions; returns how many. Has no effect on an account
 * without one.
 */
export function removeSecondFactor(deps: RemovalDeps, { playerId, actorId, reason }: Removal): Promise<number> {
  return deps.db.transaction(async (tx) => {
    // The session was read before the lock: another admin may have demoted this one since.
    if (!(await lockAdmins(tx.sql)).includes(actorId))
      throw new Refusal('forbidden', 'You are not allowed to do this.');
    const user = await lockUser(tx.sql, playerId);
    if (user === undefined) throw userNotFound();
    if (playerId === actorId) throw new Refusal('forbidden', 'Use the security page for your own two-step sign-in.');
    if (user.state === 'deleted') throw new Refusal('forbidden', 'This account has been deleted by its owner.');
    return (await removeFactors(tx, deps, { playerId, actorId, reason })) ?? 0;
  });
}
