import { spawn } from 'node:child_process';
import { systemCode } from '#db/system-error.ts';
import { CommandRefused } from './command.ts';

/** PostgreSQL's own programs, which are not always installed. */
type Tool = 'pg_dump' | 'pg_restore';

function run(tool: Tool, args: readonly string[], options: { password: string; output: 'inherit' | 'ignore' }) {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const child = spawn(tool, args, {
    env: { ...process.env, ...(options.password === '' ? {} : { PGPASSWORD: options.password }) },
    stdio: ['ignore', options.output, options.output],
  });
  child.once('error', reject);
  child.once('close', resolve);
  return promise;
}

/** If the tool is missing, refuses with the command to run elsewhere, before anything is created here. */
export async function assertInstalled(tool: Tool, line: string): Promise<void> {
  await run(tool, ['--version'], { password: '', output: 'ignore' }).catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error;
    throw new CommandRefused(`${tool} is not installed. Run this on a machine that has it:\n  ${line}`);
  });
}

/** Runs a tool on a database. Passes the password in the environment, because every user can see arguments. */
export async function runTool(tool: Tool, databaseUrl: string, args: readonly string[]): Promise<boolean> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return (await run(tool, [`--dbname=${url.href}`, ...args], { password, output: 'inherit' })) === 0;
}
