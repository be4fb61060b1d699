import { spawn } from 'node:child_process';
import { chown, readFile } from 'node:fs/promises';
import { EmbeddedError } from './embedded-error.ts';

/** The system user that runs PostgreSQL. Undefined: the user of this process. */
export type SystemUser = { readonly uid: number; readonly gid: number } | undefined;

export type Outcome = { readonly code: number | null; readonly output: string };

/** PostgreSQL reads PG* variables and the locale, so it gets neither from the shell. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Options to start a program as a system user, in a folder that every user can enter. */
export function spawnOptions(user: SystemUser, environment: Record<string, string> = {}) {
  return { cwd: '/', env: { ...ENVIRONMENT, ...environment }, ...user };
}

/** Runs a program and waits for its exit. The code is null if it could not start. */
export async function runAs(user: SystemUser, file: string, args: readonly string[]): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  let output = '';
  try {
    const child = spawn(file, args, { ...spawnOptions(user), stdio: ['ignore', 'pipe', 'pipe'] });
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

function findUser(passwd: string, name: string): SystemUser {
  const [, uid, gid] = new RegExp(`^${name}:[^:]*:(-?\\d+):(-?\\d+):`, 'm').exec(passwd) ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
}

/** Chooses the user that runs PostgreSQL for root from the text of /etc/passwd: the dedicated user if it exists. */
export function chooseSystemUser(passwd: string): SystemUser {
  const dedicated = findUser(passwd, OWN_USER);
  return dedicated === undefined || dedicated.uid === 0 ? findUser(passwd, SHARED_USER) : dedicated;
}

/** Warns the operator if the database belongs to a user that other services share; otherwise undefined. */
export function sharedUserWarning(passwd: string, user: SystemUser, dataFolder: string): string | undefined {
  if (user === undefined || user.uid !== findUser(passwd, SHARED_USER)?.uid) return undefined;
  const hasOwnUser = chooseSystemUser(passwd)?.uid !== user.uid;
  const steps = [...(hasOwnUser ? [] : [MAKE_USER]), `chown -R ${OWN_USER}: '${dataFolder}'`];
  return `PostgreSQL runs as the system user ${SHARED_USER}, which other services may share. To give it a user of its own, stop the site and run: ${steps.join(', then ')}`;
}

export function readPasswd(): Promise<string> {
  return readFile('/etc/passwd', 'utf8').catch(() => '');
}

/** PostgreSQL refuses to run as root. */
export async function chooseServerUser(): Promise<SystemUser> {
  if (process.getuid?.() !== 0) return undefined;
  const user = chooseSystemUser(await readPasswd());
  if (user !== undefined) return user;
  throw new EmbeddedError(
    `PostgreSQL cannot run as root, and there is no system user to run it. Create one with ${MAKE_USER}, or start as an ordinary user.`,
  );
}

/** Runs a shell as the user to find out. File modes do not show access lists, mounts and parent folders. */
export async function canEnter(user: SystemUser, folder: string): Promise<boolean> {
  const { code } = await runAs(user, '/bin/sh', ['-c', 'cd -- "$0" && test -x .', folder]);
  return code === 0;
}

export async function changeOwner(user: SystemUser, file: string): Promise<void> {
  if (user !== undefined) await chown(file, user.uid, user.gid);
}
