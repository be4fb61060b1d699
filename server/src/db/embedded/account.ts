import { spawn } from 'node:child_process';
import { chown, readFile } from 'node:fs/promises';
import { EmbeddedFailed } from './failed.ts';

/** Who runs PostgreSQL. Undefined: whoever runs us. */
export type Account = { readonly uid: number; readonly gid: number } | undefined;

export type Outcome = { readonly code: number | null; readonly output: string };

/** PostgreSQL reads PG* variables and the locale: it gets neither from the shell. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** How a program is started under an account, in a folder which everybody can enter. */
export function spawnOptions(account: Account, environment: Record<string, string> = {}) {
  return { cwd: '/', env: { ...ENVIRONMENT, ...environment }, ...account };
}

/** Runs a program to its end. One that cannot even start has no code. */
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

/** PostgreSQL refuses to run as root; `nobody` is on every system. */
export async function ordinaryAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const [, uid, gid] = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(users) ?? [];
  if (uid === undefined || gid === undefined) {
    throw new EmbeddedFailed(
      'PostgreSQL cannot run as root, and there is no account "nobody" to run it: start as an ordinary user.',
    );
  }
  return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
}

/** Asks the system itself, as that account: modes alone do not tell of lists, mounts and parents. */
export async function canEnter(account: Account, folder: string): Promise<boolean> {
  const { code } = await runAs(account, '/bin/sh', ['-c', 'cd -- "$0" && test -x .', folder]);
  return code === 0;
}

export async function giveTo(account: Account, file: string): Promise<void> {
  if (account !== undefined) await chown(file, account.uid, account.gid);
}
