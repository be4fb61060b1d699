import { spawn } from 'node:child_process';
import { chown, readFile } from 'node:fs/promises';
import { EmbeddedError } from './embedded-error.ts';

/** The system user that runs PostgreSQL. Undefined: the user of this process. */
export type Account = { readonly uid: number; readonly gid: number } | undefined;

export type Outcome = { readonly code: number | null; readonly output: string };

/** PostgreSQL reads PG* variables and the locale, so it gets neither from the shell. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Options to start a program as a system user, in a folder that every user can enter. */
export function spawnOptions(account: Account, environment: Record<string, string> = {}) {
  return { cwd: '/', env: { ...ENVIRONMENT, ...environment }, ...account };
}

/** Runs a program and waits for its exit. The code is null if it could not start. */
export async function runAs(account: Account, file: string, args: readonly string[]): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  let output = '';
  try {
    const child = spawn(file, args, { ...spawnOptions(account), stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject);
    child.once('close', resolve);
    return { code: await promise, output };
  } catch (error) {
    return { code: null, output: `${output}${String(error)}` };
  }
}

const OWN_USER = 'karat';
/** Exists on every system, but other services may run as it too and could then read the data. */
const SHARED_USER = 'nobody';
const MAKE_USER = `adduser --system --group ${OWN_USER} (or useradd --system ${OWN_USER})`;

function findUser(users: string, name: string): Account {
  const [, uid, gid] = new RegExp(`^${name}:[^:]*:(-?\\d+):(-?\\d+):`, 'm').exec(users) ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
}

/** The user that runs PostgreSQL for root, from the text of /etc/passwd: a dedicated one if there is one. */
export function chooseAccount(users: string): Account {
  const own = findUser(users, OWN_USER);
  return own === undefined || own.uid === 0 ? findUser(users, SHARED_USER) : own;
}

/** A note for the operator if the database belongs to a user that other services share; otherwise undefined. */
export function sharedUserNote(users: string, account: Account, dataFolder: string): string | undefined {
  if (account === undefined || account.uid !== findUser(users, SHARED_USER)?.uid) return undefined;
  const hasOwnUser = chooseAccount(users)?.uid !== account.uid;
  const steps = [...(hasOwnUser ? [] : [MAKE_USER]), `chown -R ${OWN_USER}: '${dataFolder}'`];
  return `PostgreSQL runs as the system user ${SHARED_USER}, which other services may share. To give it a user of its own, stop the site and run: ${steps.join(', then ')}`;
}

export function readUsers(): Promise<string> {
  return readFile('/etc/passwd', 'utf8').catch(() => '');
}

/** PostgreSQL refuses to run as root. */
export async function serverAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const account = chooseAccount(await readUsers());
  if (account !== undefined) return account;
  throw new EmbeddedError(
    `PostgreSQL cannot run as root, and there is no system user to run it. Create one with ${MAKE_USER}, or start as an ordinary user.`,
  );
}

/** Tries it as that user: file modes alone do not show access lists, mounts and parent folders. */
export async function canEnter(account: Account, folder: string): Promise<boolean> {
  const { code } = await runAs(account, '/bin/sh', ['-c', 'cd -- "$0" && test -x .', folder]);
  return code === 0;
}

export async function changeOwner(account: Account, file: string): Promise<void> {
  if (account !== undefined) await chown(file, account.uid, account.gid);
}
