import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

export type CommandResult = { readonly code: number; readonly output: string };

type RunOptions = { readonly cwd?: string; readonly umask?: string };

/** Runs a command of `cli/` with only these environment variables. */
export function runCommand(
  [name, ...args]: readonly [string, ...string[]],
  variables: Readonly<Record<string, string>>,
  { cwd, umask = '022' }: RunOptions = {},
): Promise<CommandResult> {
  const file = path.join(import.meta.dirname, `../cli/${name}.ts`);
  const line = ['-c', 'umask "$0"; exec "$@"', umask, process.execPath, file, ...args];
  const env = { PATH: process.env['PATH'], ...variables };
  return promisify(execFile)('/bin/sh', line, { env, ...(cwd !== undefined && { cwd }) }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, output: stdout + stderr }),
  );
}

/** Writes an executable script that replaces one of PostgreSQL's tools when `folder` is on the PATH. */
export async function installTool(folder: string, name: 'pg_dump' | 'pg_restore', script: string): Promise<void> {
  const file = path.join(folder, name);
  await writeFile(file, `#!${process.execPath}\n${script}\n`);
  await chmod(file, 0o755);
}
