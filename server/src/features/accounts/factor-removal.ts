import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { type EmailDeps, queueEmail } from '#features/emails/emails.ts';
import { deleteFactors, readFactorState } from '#features/factors/factors.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import { countPasskeys, deletePasskeys } from '#features/passkeys/passkeys.ts';
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
