import type { Me, Session } from '@karat/contract/accounts';
import type { Language } from '@karat/contract/language';
import { Refusal } from '@karat/contract/refusal';
import type { StaffRole } from '@karat/contract/staff';
import { nameKey } from '@karat/rules/names';
import { ratingTier } from '@karat/rules/rating';
import { fakeSteamId } from '#adapters/steam/steam.ts';
import { isUniqueViolation } from '#db/errors.ts';
import type { Sql, Tx } from '#db/db.ts';
import type { Caller, Deps } from '#deps.ts';
import { type EmailDeps, queueEmail } from '#features/emails/emails.ts';
import { type FactorKind, hasFactor } from '#features/factors/factors.ts';
import { avatarUrl } from '#http/avatars.ts';
import { networkOf } from '#http/network.ts';
import { isLoopbackAddress } from '#http/origin.ts';
import { assertRate, type Rate } from '#http/rate-limit.ts';
import type { AccountDeps, AuthTools } from './account-deps.ts';
import { updateLanguage } from './address-queries.ts';
import { DEMO_USERNAMES, isDemoAccount } from './demo-accounts.ts';
import { type DeletionRequest, deleteAccount } from './deletion.ts';
import { recordAccountEvent, recordFailedSignIns } from './account-events.ts';
import type { SignInMethod } from './challenge-queries.ts';
import { sendVerification } from './email-addresses.ts';
import { removeFactors } from './factor-removal.ts';
import { deviceHashOf, languageOf, rememberDevice, type ClientDetails } from './known-devices.ts';
import { emailKey, createAccount } from './new-accounts.ts';
import { deleteLinksOf } from './link-queries.ts';
import { createPasswords } from './passwords.ts';
import {
  lockForSignIn,
  selectLogin,
  selectMe,
  selectPasswordHash,
  selectTakenField,
  updatePasswordHash,
  updateStaffRole,
} from './queries.ts';
import { insertSignIn, selectSessions } from './session-queries.ts';
import {
  endAllSessions,
  endOtherSessions,
  endSession,
  hasFreshSteamSignIn,
  remainingMs,
  startSession,
  tokenHash,
} from './sessions.ts';
import { hasAnyFactor } from './reauthentication.ts';
import { isReservedForStaff, takenRefusal } from './reserved-names.ts';
import { type Challenge, createChallenge, requireSession } from './sign-in-challenges.ts';
import { createThrottle, LOOPBACK_FACTOR } from './throttle.ts';

/** Signup has to say which names are in use. The limit keeps callers from collecting many of them. */
const SIGNUP_RATE: Rate = { burst: 30, perSecond: 0.5 };

const SESSIONS_PAGE_MAX = 100;

export { DEMO_USERNAMES, emailKey, hasAnyFactor, isDemoAccount, removeFactors, requireSession, updateStaffRole };

/** The result of a sign-in: the token of the session, the token of the device, and the user as the reply shows it. */
export type SignedIn = {
  readonly token: string;
  readonly deviceToken: string;
  /** Whether the second factor was given. */
  readonly hasFactor: boolean;
  readonly user: {
    username: string;
    email: string | null;
    isAdmin: boolean;
    staffRole: StaffRole | null;
    balance: number;
  };
};

type Signup = { readonly email: string; readonly username: string; readonly password: string };
type Login = { readonly username: string; readonly password: string };

// The same sentence for an unknown name and a wrong password, so that it does not reveal which names exist.
const wrongCredentials = (): Refusal => new Refusal('wrong_credentials', 'Kullanıcı adı veya parola hatalı.');

/** The user in the reply of a sign-in: with the rights of staff only where they have them. */
export function userOf(
  { env }: Pick<AccountDeps, 'env'>,
  { user, hasFactor }: SignedIn,
  address: string,
): SignedIn['user'] {
  const { staffRole } = rightsAt(env, { staffRole: user.staffRole, hasFactor, address });
  return { ...user, staffRole, isAdmin: staffRole === 'admin' };
}

/** The number of devices that a player is signed in on, at most as many as the list shows. */
export async function countSessions(
  sql: Sql,
  { playerId, staffRole }: { playerId: number; staffRole: StaffRole | null },
): Promise<number> {
  const rows = await selectSessions(sql, playerId, SESSIONS_PAGE_MAX);
  return rows.filter((row) => remainingMs({ ...row, staffRole }) > 0).length;
}

/** Ends every session of a player in all processes and returns how many there were. */
export function signOutEverywhere(tx: Tx, sessions: Deps['sessions'], playerId: number): Promise<number> {
  return endAllSessions(tx, { sessions, playerId });
}

type Proof =
  | { readonly passwordHash: string }
  | 'steam'
  /** Both steps of a sign-in. */
  | { readonly method: SignInMethod; readonly factor: FactorKind }
  | { readonly method: 'passkey'; readonly factor: 'passkey' };

const methodOf = (by: Proof): SignInMethod | 'passkey' =>
  by === 'steam' ? by : 'method' in by ? by.method : 'password';

async function queueSignInNotice(tx: Tx, deps: EmailDeps, playerId: number, client: ClientDetails): Promise<void> {
  const { device, address } = client;
  const parameters = { device, address, at: new Date().toISOString() };
  await queueEmail(tx, deps, { playerId, key: 'notice.newDevice', parameters, language: languageOf(client) });
}

/**
 * Signs in a player who has proved their identity by the password with this hash or by Steam. If the account has a second factor
 * that was not given, returns a challenge. The refusal of a banned player does not contain the reason that staff gave.
 */
export async function openSession(
  tx: Tx,
  deps: EmailDeps,
  entry: {
    playerId: number;
    client: ClientDetails;
    by: Proof;
    contact?: string | undefined;
    isNewAccount?: boolean;
  },
): Promise<SignedIn | Challenge> {
  const { playerId, client, by, contact = null, isNewAccount = false } = entry;
  if (client.languages !== undefined) await updateLanguage(tx.sql, playerId, client.languages);
  const { username, email, staffRole, state, bannedAt, passwordHash, balance } = await lockForSignIn(tx.sql, playerId);
  // The password was changed after the comparison. The change ended all sessions, and this one must not outlive them.
  if (typeof by === 'object' && 'passwordHash' in by && by.passwordHash !== passwordHash) throw wrongCredentials();
  if (state === 'banned') {
    throw new Refusal('banned', 'This account is banned.', { ban: { since: bannedAt, contact } });
  }
  if (state === 'deleted') throw wrongCredentials();
  const { device, address } = client;
  const method = methodOf(by);
  const factor = typeof by === 'object' && 'factor' in by ? by.factor : undefined;
  if (factor === undefined && method !== 'passkey' && (await hasFactor(tx.sql, playerId))) {
    return createChallenge(tx, { playerId, method });
  }
  const hasGivenFactor = factor !== undefined;
  const session = { playerId, device, address, isBySteam: method === 'steam', hasFactor: hasGivenFactor };
  const token = await startSession(tx, session);
  const { deviceToken, isNew: isNewDevice } = await rememberDevice(tx, playerId, client);
  if (isNewDevice && !isNewAccount) await queueSignInNotice(tx, deps, playerId, client);
  await insertSignIn(tx.sql, { ...session, deviceHash: tokenHash(deviceToken) });
  const details = { by: method, ...(hasGivenFactor && { factor }) };
  if (staffRole !== null) await recordAccountEvent(tx, { playerId, event: 'staff-sign-in', details });
  return {
    token,
    deviceToken,
    hasFactor: hasGivenFactor,
    user: { username, email, isAdmin: staffRole === 'admin', staffRole, balance },
  };
}

async function signup(
  deps: AccountDeps,
  { passwords }: AuthTools,
  form: Signup,
  client: ClientDetails,
): Promise<SignedIn> {
  const { username, email, password } = form;
  const factor = isLoopbackAddress(client.address) ? LOOPBACK_FACTOR : 1;
  const rate = { burst: SIGNUP_RATE.burst * factor, perSecond: SIGNUP_RATE.perSecond * factor };
  const message = 'Too many signups. Please try again later.';
  assertRate(deps.limits, { key: `signup:${networkOf(client.address)}`, rate, message });

  // Checked first to avoid needless hashing. If two signups race, the unique constraints let one through.
  if (await isReservedForStaff(deps.db.sql, username)) throw takenRefusal('username');
  const other = await selectTakenField(deps.db.sql, { usernameKey: nameKey(username), emailKey: emailKey(email) });
  if (other !== undefined) throw takenRefusal(other);
  const passwordHash = await passwords.hash(password);
  try {
    const opened = await deps.db.transaction(async (tx) => {
      const playerId = await createAccount(tx, deps, { username, email, passwordHash });
      await sendVerification(tx, deps, { playerId, email, language: languageOf(client) });
      return openSession(tx, deps, { playerId, client, by: { passwordHash }, isNewAccount: true });
    });
    return requireSession(opened);
  } catch (error) {
    if (isUniqueViolation(error, 'players_username_key')) throw takenRefusal('username');
    if (isUniqueViolation(error, 'players_email_key')) throw takenRefusal('email');
    throw error;
  }
}

async function login(deps: AccountDeps, { passwords, throttle }: AuthTools, form: Login, client: ClientDetails) {
  const account = nameKey(form.username);
  const deviceHash = deviceHashOf(client);
  const found = await selectLogin(deps.db.sql, account, deviceHash ?? null);
  const device = found?.isKnownDevice ? `${found.id}:${deviceHash!.toString('base64url')}` : undefined;
  const passwordHash = found?.passwordHash ?? undefined;

  const report = (event: 'lock-out' | 'slow-down') => () =>
    found !== undefined && recordFailedSignIns(deps, found.id, event);
  const { address } = client;
  const who = { account, address, device, onLocked: report('lock-out'), onSlowed: report('slow-down') };
  const playerId = await throttle.attempt(who, async () =>
    (await passwords.verify(form.password, passwordHash)) ? found!.id : undefined,
  );
  if (playerId === undefined || passwordHash === undefined) throw wrongCredentials();
  const opened = await deps.db.transaction(async (tx) => {
    const entry = { playerId, client, by: { passwordHash }, contact: deps.env.contact };
    const session = await openSession(tx, deps, entry);
    if ('user' in session) await deps.switches.assertOpenTo(session.user);
    return session;
  });
  return requireSession(opened);
}

type RightsAt = { readonly staffRole: StaffRole | null; readonly staffLimit: Me['staffLimit'] };

/** What an account may do in this session, from this address, and why it is less than its role. */
function rightsAt(
  { needsStaffFactor, staffAddresses }: AccountDeps['env'],
  { staffRole, hasFactor, address }: { staffRole: StaffRole | null; hasFactor: boolean; address: string },
): RightsAt {
  if (staffRole === null) return { staffRole, staffLimit: null };
  if (staffAddresses?.has(address) === false) return { staffRole: null, staffLimit: 'address' };
  if (needsStaffFactor && !hasFactor) return { staffRole: null, staffLimit: 'second_factor' };
  return { staffRole, staffLimit: null };
}

type Visit = { readonly origin: string; readonly address: string };

async function describeMe({ db, steam, env }: AccountDeps, caller: Caller, { origin, address }: Visit): Promise<Me> {
  const row = await selectMe(db.sql, { playerId: caller.id, sessionId: caller.sessionId });
  const rights = rightsAt(env, { ...row, address });
  const steamProfile = row.steamId === null ? null : (steam?.profileUrl(row.steamId, origin) ?? null);
  const [avatar, isAdmin, level] = [avatarUrl(row, origin), rights.staffRole === 'admin', ratingTier(row.elo)];
  const isSteamLinked = row.steamId !== null && row.steamId !== fakeSteamId(row.id);
  const role = isAdmin ? 'admin' : 'user';
  return { ...row, ...rights, role, avatar, isAdmin, level, steamProfile, isSteamLinked };
}

type NewPassword = { readonly newPassword: string; readonly language: Language | undefined };
type PasswordChange = NewPassword & { readonly oldPassword: string; readonly address: string };

async function changePassword(
  deps: AccountDeps,
  { passwords, throttle }: AuthTools,
  caller: Caller,
  form: PasswordChange,
): Promise<void> {
  const { id: playerId, username, sessionId } = caller;
  const oldHash = (await selectPasswordHash(deps.db.sql, playerId)) ?? undefined;
  // Counted by session: guesses in a stolen session slow down neither the owner nor other players.
  const onLocked = () => recordFailedSignIns(deps, playerId, 'lock-out');
  const who = { account: nameKey(username), address: form.address, device: `session:${sessionId}`, onLocked };
  const isRight = await throttle.attempt(who, async () =>
    (await passwords.verify(form.oldPassword, oldHash)) ? true : undefined,
  );
  const wrongPassword = (): Refusal => new Refusal('wrong_password', 'Eski parola hatalı.');
  if (isRight === undefined || oldHash === undefined) throw wrongPassword();
  const newHash = await passwords.hash(form.newPassword);
  await deps.db.transaction(async (tx) => {
    if (!(await updatePasswordHash(tx.sql, { playerId, oldHash, newHash }))) throw wrongPassword();
    await deleteLinksOf(tx.sql, { playerId, purposes: ['reset', 'change'] });
    await endOtherSessions(tx, { sessions: deps.sessions, playerId, sessionId });
    await recordAccountEvent(tx, { playerId, event: 'password-change' });
    const notice = { key: 'account.passwordChanged', parameters: {}, language: form.language } as const;
    await queueEmail(tx, deps, { ...notice, playerId });
  });
}

async function assertFreshSignIn(sql: Sql, sessionId: number): Promise<void> {
  if (await hasFreshSteamSignIn(sql, sessionId)) return;
  throw new Refusal('stale_sign_in', 'Please sign in with Steam again, then set the password within ten minutes.');
}

async function setPassword(
  deps: AccountDeps,
  { passwords }: AuthTools,
  caller: Caller,
  { newPassword, language }: NewPassword,
): Promise<void> {
  const { id: playerId, sessionId } = caller;
  const passwordExists = (): Refusal =>
    new Refusal('forbidden', 'This account already has a password. Change it instead.');
  if ((await selectPasswordHash(deps.db.sql, playerId)) !== null) throw passwordExists();
  await assertFreshSignIn(deps.db.sql, sessionId);
  const newHash = await passwords.hash(newPassword);
  await deps.db.transaction(async (tx) => {
    const isSet = await updatePasswordHash(tx.sql, { playerId, oldHash: null, newHash });
    // The account got a password in the meantime, or was deleted with its sessions.
    if (!isSet) await assertFreshSignIn(tx.sql, sessionId);
    if (!isSet) throw passwordExists();
    await deleteLinksOf(tx.sql, { playerId, purposes: ['reset', 'change'] });
    await endOtherSessions(tx, { sessions: deps.sessions, playerId, sessionId });
    await recordAccountEvent(tx, { playerId, event: 'password-set' });
    await queueEmail(tx, deps, { playerId, key: 'account.passwordChanged', parameters: {}, language });
  });
}

async function listSessions({ db }: AccountDeps, caller: Caller): Promise<Session[]> {
  const rows = await selectSessions(db.sql, caller.id, SESSIONS_PAGE_MAX);
  return rows
    .filter((row) => remainingMs({ ...row, staffRole: caller.staffRole }) > 0)
    .map(({ id, device, address, createdAt, lastSeenAt }) => {
      return { id, device, address, createdAt, lastSeenAt, isCurrent: id === caller.sessionId };
    });
}

/** One hashing queue and one throttle for all functions of accounts. */
export function createAuthTools({ bus }: Pick<Deps, 'bus'>, tools: Partial<AuthTools> = {}): AuthTools {
  return { passwords: createPasswords(), throttle: createThrottle(undefined, bus), ...tools };
}

/** Creates the account functions. */
export function createAccounts(deps: AccountDeps, tools: Partial<AuthTools> = {}) {
  const authTools = createAuthTools(deps, tools);

  return {
    signup: (form: Signup, client: ClientDetails) => signup(deps, authTools, form, client),
    login: (form: Login, client: ClientDetails) => login(deps, authTools, form, client),
    describeMe: (caller: Caller, visit: Visit) => describeMe(deps, caller, visit),
    /** Keeps this session and ends all others. */
    changePassword: (caller: Caller, form: PasswordChange) => changePassword(deps, authTools, caller, form),
    /** Sets the first password of an account that was created by Steam, while that sign-in is fresh. */
    setPassword: (caller: Caller, form: NewPassword) => setPassword(deps, authTools, caller, form),
    /** Deletes the account: the personal data goes, the books stay. */
    async deleteAccount(caller: Caller, form: DeletionRequest): Promise<void> {
      if (isDemoAccount(deps.env, caller.username)) {
        throw new Refusal('forbidden', 'Demo accounts are shared and cannot be deleted.');
      }
      await deleteAccount(deps, authTools, caller, form);
    },
    listSessions: (caller: Caller) => listSessions(deps, caller),
    /** Gives the same refusal for another player's session as for one that does not exist. */
    async revokeSession({ id: playerId }: Caller, sessionId: number): Promise<void> {
      const isEnded = await deps.db.transaction((tx) =>
        endSession(tx, { sessions: deps.sessions, playerId, sessionId }),
      );
      if (!isEnded) throw new Refusal('not_found', 'Session not found.');
    },
    async logout({ id: playerId, sessionId }: Caller): Promise<void> {
      await deps.db.transaction((tx) => endSession(tx, { sessions: deps.sessions, playerId, sessionId }));
    },
  };
}

export type Accounts = ReturnType<typeof createAccounts>;
