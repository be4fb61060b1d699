import { randomInt } from 'node:crypto';
import { newAccount } from '@karat/contract/account-forms';
import { nameKey } from '@karat/rules/names';
import { isUniqueViolation } from '#db/errors.ts';
import type { Deps } from '#deps.ts';
import { recordStaffAct } from '#features/logs/logs.ts';
import { DEMO_USERNAMES } from './accounts.ts';
import {
  clearPassword,
  selectAccountsWithPassword,
  setMissingPassword,
  hasAdmin,
  type Role,
  selectPlayerByName,
  updateRole,
} from './queries.ts';
import { recordHappening } from './happenings.ts';
import { makeAccount, type NewcomerDeps } from './new-accounts.ts';
import { createPasswords } from './passwords.ts';
import { endAllSessions } from './sessions.ts';

type FirstDeps = NewcomerDeps & Pick<Deps, 'db'>;

/** A name and the password that goes with it, to be told to a person. */
export type SignIn = { readonly username: string; readonly password: string };

/** An account that cannot be made as asked. Said to the operator in one sentence. */
export class BadAccount extends Error {}

const DEMO_PASSWORD = 'karat-demo';

/** No letters or digits that are taken for one another when read aloud or copied by hand. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789';

function readablePassword(): string {
  const group = (): string => Array.from({ length: 4 }, () => READABLE[randomInt(READABLE.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}

/** Makes the account unless the name is taken, which may happen in another process at the same moment. */
async function makeOnce(deps: FirstDeps, { username, password }: SignIn, role: Role): Promise<boolean> {
  if ((await selectPlayerByName(deps.db.sql, nameKey(username))) !== undefined) return false;
  const passwordHash = await createPasswords().hash(password);
  try {
    await deps.db.transaction((tx) => makeAccount(tx, deps, { username, passwordHash, role }));
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

function assertUsable({ username }: SignIn): void {
  const { error } = newAccount.shape.username.safeParse(username);
  if (error !== undefined) throw new BadAccount(`ADMIN_USERNAME cannot be "${username}": ${error.issues[0]!.message}`);
}

/** The admin that the operator named. A password that was changed since stays as it is. */
export async function ensureAdmin(deps: FirstDeps, signIn: SignIn): Promise<void> {
  assertUsable(signIn);
  if (await makeOnce(deps, signIn, 'admin')) return;
  const player = await selectPlayerByName(deps.db.sql, nameKey(signIn.username));
  // A player who took the name first knows its password and may have linked a Steam account: that is no admin.
  if (player?.role !== 'admin') {
    throw new BadAccount(
      `ADMIN_USERNAME "${signIn.username}" is a player's name already. Choose another, or promote the player: npm run make-admin -- ${signIn.username}`,
    );
  }
}

/** Makes an admin where there is none; the password is told this once. */
export async function ensureFirstAdmin(deps: FirstDeps): Promise<SignIn | undefined> {
  if (await hasAdmin(deps.db.sql)) return undefined;
  for (const username of ['admin', 'karat-admin', `admin-${randomInt(1_000, 10_000)}`]) {
    const signIn = { username, password: readablePassword() };
    if (await makeOnce(deps, signIn, 'admin')) return signIn;
    if (await hasAdmin(deps.db.sql)) return undefined;
  }
  throw new BadAccount('No name is left for a first admin. Set ADMIN_USERNAME and ADMIN_PASSWORD.');
}

/** Players that anybody may sign in as; their password stands in the README. */
export async function ensureDemoAccounts(deps: FirstDeps): Promise<SignIn[]> {
  const signIns = DEMO_USERNAMES.map((username) => ({ username, password: DEMO_PASSWORD }));
  for (const signIn of signIns) {
    if (!(await makeOnce(deps, signIn, 'user'))) await reopenDemoAccount(deps, signIn);
  }
  return signIns;
}

/** Gives a demo account its password back that a start without DEMO has cleared. */
async function reopenDemoAccount({ db }: FirstDeps, { username, password }: SignIn): Promise<void> {
  const key = nameKey(username);
  const [account] = await selectAccountsWithPassword(db.sql, [key]);
  if (account === undefined) await setMissingPassword(db.sql, key, await createPasswords().hash(password));
}

/**
 * For a store that was a demo and no longer is one: clears the published password of demo accounts and ends their sessions.
 * An account of that name with a password of its own is left alone.
 */
export async function closeDemoAccounts({ db, sessions, log }: Pick<Deps, 'db' | 'sessions' | 'log'>): Promise<void> {
  const passwords = createPasswords();
  for (const account of await selectAccountsWithPassword(db.sql, DEMO_USERNAMES.map(nameKey))) {
    if (!(await passwords.verify(DEMO_PASSWORD, account.passwordHash))) continue;
    await db.transaction(async (tx) => {
      if (!(await clearPassword(tx.sql, account))) return;
      await endAllSessions(tx, { sessions, playerId: account.id });
      await recordHappening(tx, { playerId: account.id, happening: 'demo-close' });
      const { username } = account;
      tx.afterCommit(() => log.warn({ username }, 'Demo account closed: its password is published and DEMO is off'));
    });
  }
}

/** Promotes a player; false when it was one before. All sessions end: a player's never becomes staff's. */
export async function makeAdmin({ db, sessions }: Pick<Deps, 'db' | 'sessions'>, username: string): Promise<boolean> {
  const player = await selectPlayerByName(db.sql, nameKey(username));
  if (player === undefined) throw new BadAccount(`There is no player called "${username}".`);
  if (player.role === 'admin') return false;
  await db.transaction(async (tx) => {
    await updateRole(tx.sql, player.id, 'admin');
    await endAllSessions(tx, { sessions, playerId: player.id });
    const roles = { before: { role: player.role }, after: { role: 'admin' } };
    await recordStaffAct(tx, { actorId: null, act: 'account.promote', subject: `player:${player.id}`, ...roles });
  });
  return true;
}
