import { randomInt } from 'node:crypto';
import { signUpForm } from '@karat/contract/account-forms';
import type { StaffRole } from '@karat/contract/staff';
import { nameKey } from '@karat/rules/names';
import { isUniqueViolation } from '#db/errors.ts';
import type { Deps } from '#deps.ts';
import { raiseAlarm } from '#features/alarms/alarms.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import { DEMO_USERNAMES } from './demo-accounts.ts';
import {
  clearPassword,
  selectAccountsWithPassword,
  setMissingPassword,
  hasAdmin,
  lockPlayerByName,
  selectPlayerByName,
  updateStaffRole,
} from './queries.ts';
import { recordAccountEvent } from './account-events.ts';
import { createAccount, type NewAccountDeps } from './new-accounts.ts';
import { createPasswords } from './passwords.ts';
import { endAllSessions } from './sessions.ts';

type FirstAccountDeps = NewAccountDeps & Pick<Deps, 'db'>;

/** Credentials to show to a person. */
export type Credentials = { readonly username: string; readonly password: string };

/** An account that cannot be created or changed as asked. The message is one sentence for the operator. */
export class AccountError extends Error {}

const DEMO_PASSWORD = 'karat-demo';

/** Without letters and digits that are easily confused when read aloud or copied by hand. */
const READABLE_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

function readablePassword(): string {
  const group = (): string =>
    Array.from({ length: 4 }, () => READABLE_CHARACTERS[randomInt(READABLE_CHARACTERS.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}

/** Creates the account unless the name is in use. Another process may create it at the same time. */
async function createIfMissing(
  deps: FirstAccountDeps,
  { username, password }: Credentials,
  staffRole: StaffRole | null,
): Promise<boolean> {
  if ((await selectPlayerByName(deps.db.sql, nameKey(username))) !== undefined) return false;
  const passwordHash = await createPasswords().hash(password);
  try {
    await deps.db.transaction((tx) =>
      createAccount(tx, deps, { username, passwordHash, ...(staffRole !== null && { staffRole }) }),
    );
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

function assertUsable({ username }: Credentials): void {
  const { error } = signUpForm.shape.username.safeParse(username);
  if (error !== undefined)
    throw new AccountError(`ADMIN_USERNAME cannot be "${username}": ${error.issues[0]!.message}`);
}

/** Ensures the admin that the operator named. A password that was changed since then stays. */
export async function ensureAdmin(deps: FirstAccountDeps, credentials: Credentials): Promise<void> {
  assertUsable(credentials);
  if (await createIfMissing(deps, credentials, 'admin')) return;
  const player = await selectPlayerByName(deps.db.sql, nameKey(credentials.username));
  // A player who took the name first knows its password and may have linked a Steam account, so it must not become an admin.
  if (player?.staffRole !== 'admin') {
    throw new AccountError(
      `ADMIN_USERNAME "${credentials.username}" already belongs to a player. Choose another name, or promote the player: npm run make-admin -- ${credentials.username}`,
    );
  }
}

/** Creates an admin if there is none. The password is returned only this once. */
export async function ensureFirstAdmin(deps: FirstAccountDeps): Promise<Credentials | undefined> {
  if (await hasAdmin(deps.db.sql)) return undefined;
  for (const username of ['admin', 'karat-admin', `admin-${randomInt(1_000, 10_000)}`]) {
    const credentials = { username, password: readablePassword() };
    if (await createIfMissing(deps, credentials, 'admin')) return credentials;
    if (await hasAdmin(deps.db.sql)) return undefined;
  }
  throw new AccountError('No name is left for a first admin. Set ADMIN_USERNAME and ADMIN_PASSWORD.');
}

/** Ensures the accounts that every visitor of the demo may use; the README publishes their password. */
export async function ensureDemoAccounts(deps: FirstAccountDeps): Promise<Credentials[]> {
  const accounts = DEMO_USERNAMES.map((username) => ({ username, password: DEMO_PASSWORD }));
  for (const credentials of accounts) {
    if (!(await createIfMissing(deps, credentials, null))) await reopenDemoAccount(deps, credentials);
  }
  return accounts;
}

/** Restores the password of a demo account that a start without DEMO has cleared. */
async function reopenDemoAccount({ db }: FirstAccountDeps, { username, password }: Credentials): Promise<void> {
  const key = nameKey(username);
  const [account] = await selectAccountsWithPassword(db.sql, [key]);
  if (account === undefined) await setMissingPassword(db.sql, key, await createPasswords().hash(password));
}

/**
 * Runs when a site stops being a demo: clears the published password of the demo accounts and ends their sessions. Accounts with
 * these names and another password stay as they are.
 */
export async function closeDemoAccounts({ db, sessions, log }: Pick<Deps, 'db' | 'sessions' | 'log'>): Promise<void> {
  const passwords = createPasswords();
  for (const account of await selectAccountsWithPassword(db.sql, DEMO_USERNAMES.map(nameKey))) {
    if (!(await passwords.verify(DEMO_PASSWORD, account.passwordHash))) continue;
    await db.transaction(async (tx) => {
      if (!(await clearPassword(tx.sql, account))) return;
      await endAllSessions(tx, { sessions, playerId: account.id });
      await recordAccountEvent(tx, { playerId: account.id, event: 'demo-close' });
      const { username } = account;
      tx.afterCommit(() =>
        log.warn({ username }, 'Demo account closed because its password is published and DEMO is off'),
      );
    });
  }
}

/**
 * Promotes a player; returns false if they are an admin already. Ends all sessions, so that a player's session never becomes an
 * admin's.
 */
export function makeAdmin({ db, sessions }: Pick<Deps, 'db' | 'sessions'>, username: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const player = await lockPlayerByName(tx.sql, nameKey(username));
    if (player === undefined) throw new AccountError(`There is no player called "${username}".`);
    if (player.state === 'deleted') throw new AccountError(`The account "${username}" was deleted by its owner.`);
    if (player.state === 'banned') throw new AccountError(`The player "${username}" is banned. Lift the ban first.`);
    if (player.isSandbox) throw new AccountError(`"${username}" is a sandbox player and cannot become an admin.`);
    if (player.staffRole === 'admin') return false;
    await updateStaffRole(tx.sql, { playerId: player.id, staffRole: 'admin', isByAdmin: false });
    await endAllSessions(tx, { sessions, playerId: player.id });
    const roles = { before: { role: player.staffRole ?? 'user' }, after: { role: 'admin' } };
    const subject = `player:${player.id}`;
    await recordStaffAction(tx, { actorId: null, action: 'account.promote', subject, ...roles });
    const details = { actorId: null, before: player.staffRole, after: 'admin' };
    await raiseAlarm(tx, { kind: 'roleChanged', subject, details });
    return true;
  });
}
