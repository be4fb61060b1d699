import { Refusal } from '@karat/contract/refusal';
import { nameKey } from '@karat/rules/names';
import type { Sql } from '#db/db.ts';
import type { Caller } from '#deps.ts';
import type { AccountDeps, AuthTools } from './account-deps.ts';
import { recordFailedSignIns } from './account-events.ts';
import { isDemoAccount } from './demo-accounts.ts';
import { hasFactor } from '#features/factors/factors.ts';
import { countPasskeys } from '#features/passkeys/passkeys.ts';
import { assertFreshFactor } from '#http/callers.ts';
import { selectPasswordHash } from './queries.ts';
import { hasFreshSteamSignIn } from './sessions.ts';

type Proof = {
  readonly password?: string | undefined;
  readonly address: string;
  /** The sentence for an account without a password whose Steam sign-in is not recent. */
  readonly staleMessage: string;
};

/** Checks the password if the account has one, otherwise a recent Steam sign-in. */
export async function assertReauthenticated(
  deps: Pick<AccountDeps, 'db' | 'log'>,
  { passwords, throttle }: AuthTools,
  { id: playerId, username, sessionId }: Caller,
  { password = '', address, staleMessage }: Proof,
): Promise<void> {
  const passwordHash = await selectPasswordHash(deps.db.sql, playerId);
  if (passwordHash === null) {
    if (await hasFreshSteamSignIn(deps.db.sql, sessionId)) return;
    throw new Refusal('stale_sign_in', staleMessage);
  }
  const onLocked = () => recordFailedSignIns(deps, playerId, 'lock-out');
  const who = { account: nameKey(username), address, device: `session:${sessionId}`, onLocked };
  const isRight = await throttle.attempt(who, async () =>
    (await passwords.verify(password, passwordHash)) ? true : undefined,
  );
  if (isRight === undefined) throw new Refusal('wrong_password', 'The password is wrong.');
}

/** Whether the account has an app that is on, or a passkey. */
export async function hasAnyFactor(sql: Sql, playerId: number): Promise<boolean> {
  return (await hasFactor(sql, playerId)) || (await countPasskeys(sql, playerId)) > 0;
}

/**
 * Before an account gets a factor. The password or a recent Steam sign-in is needed, so that a stolen session adds none. If the
 * account has a factor, this session has to give it too, so that a stolen password adds none.
 */
export async function assertMayAddFactor(
  deps: Pick<AccountDeps, 'db' | 'log' | 'sessions' | 'env'>,
  tools: AuthTools,
  caller: Caller,
  proof: Proof,
): Promise<void> {
  if (isDemoAccount(deps.env, caller.username)) {
    throw new Refusal('forbidden', 'Demo accounts are shared and have no second factor.');
  }
  if (await hasAnyFactor(deps.db.sql, caller.id)) await assertFreshFactor(deps.sessions, caller);
  await assertReauthenticated(deps, tools, caller, proof);
}
