import { nameKey } from '@karat/rules/names';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { type EmailDeps, queueEmail } from '#features/emails/emails.ts';
import { deleteFactors, readFactorState } from '#features/factors/factors.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import { countPasskeys, deletePasskeys } from '#features/passkeys/passkeys.ts';
import { AccountError } from './first-accounts.ts';
import { lockPlayerByName } from './queries.ts';
import { endAllSessions } from './sessions.ts';

type FactorRemoval = {
  readonly playerId: number;
  /** Null for the operator. */
  readonly actorId: number | null;
  readonly reason: string;
};

/**
 * Removes the second factor of an account that the caller has locked, and ends its sessions. Returns how many; undefined if the account
 * has no second factor, which is not logged.
 */
export async function removeFactors(
  tx: Tx,
  deps: EmailDeps & Pick<Deps, 'sessions'>,
  { playerId, actorId, reason }: FactorRemoval,
): Promise<number | undefined> {
  const { confirmedAt, recoveryCodesLeft: recoveryCodes } = await readFactorState(tx.sql, playerId);
  const passkeys = await countPasskeys(tx.sql, playerId);
  const app = confirmedAt !== null;
  if (!app && passkeys === 0) return undefined;
  await deleteFactors(tx.sql, playerId);
  await deletePasskeys(tx.sql, playerId);
  const signedOut = await endAllSessions(tx, { sessions: deps.sessions, playerId });
  const parameters = { change: 'removed-by-staff', at: new Date().toISOString(), client: null } as const;
  await queueEmail(tx, deps, { playerId, key: 'notice.factorChanged', parameters });
  await recordStaffAction(tx, {
    actorId,
    action: 'account.remove-factors',
    subject: `player:${playerId}`,
    reason,
    before: { app, recoveryCodes, passkeys },
    after: { app: false, recoveryCodes: 0, passkeys: 0, signedOut },
  });
  return signedOut;
}

/** The same for the operator, whose only admin may have lost the phone. Returns false if the account has no second factor. */
export function removeFactorsByName(
  deps: EmailDeps & Pick<Deps, 'db' | 'sessions'>,
  username: string,
): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const player = await lockPlayerByName(tx.sql, nameKey(username));
    if (player === undefined) throw new AccountError(`There is no player called "${username}".`);
    const removal = { playerId: player.id, actorId: null, reason: 'Requested by the operator.' };
    return (await removeFactors(tx, deps, removal)) !== undefined;
  });
}
