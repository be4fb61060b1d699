import { Refusal } from '@karat/contract/refusal';
import { nameKey } from '@karat/rules/names';
import type { Caller } from '#deps.ts';
import type { AccountDeps, AuthTools } from './account-deps.ts';
import { recordFailedSignIns } from './account-events.ts';
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
