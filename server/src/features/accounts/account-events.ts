import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { recordSiteEvent } from '#features/logs/logs.ts';

type AccountEvent =
  | 'signup'
  | 'steam-link'
  | 'password-set'
  | 'password-change'
  | 'password-reset'
  | 'email-verify'
  | 'email-change'
  | 'staff-sign-in'
  | 'lock-out'
  | 'demo-close'
  | 'slow-down'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'recovery-codes'
  | 'recovery-code-use'
  | 'code-lock-out'
  | 'deletion';
type NewAccountEvent = { readonly playerId: number; readonly event: AccountEvent; readonly details?: object };

/** Records an account event that staff may have to look up. */
export function recordAccountEvent(tx: Pick<Tx, 'sql'>, { playerId, event, ...rest }: NewAccountEvent): Promise<void> {
  return recordSiteEvent(tx, { playerId, event: `account.${event}`, subject: `player:${playerId}`, ...rest });
}

/**
 * Records too many wrong passwords (from one network or device, or from all together) or codes. The caller does not wait for it, because
 * refusing an existing name must not take longer than refusing an unknown one.
 */
export function recordFailedSignIns(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  playerId: number,
  event: 'lock-out' | 'slow-down' | 'code-lock-out',
): void {
  recordAccountEvent(db, { playerId, event }).catch((error: unknown) => {
    log.warn({ err: error, playerId, event }, 'Recording failed sign-ins failed');
  });
}
