import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { backupEmbedded } from '#db/backup.ts';
import { borrowEmbedded } from '#db/store.ts';
import { systemCode } from '#db/system-error.ts';
import { CommandRefused, runCommand, type Command } from './command.ts';

/** PostgreSQL's own tool, which may or may not be installed. */
const DUMP = 'pg_dump';

/** The password goes by the environment: arguments are shown to everybody on the machine. */
function dumpDatabase(databaseUrl: string, file: string): Promise<number | null> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const child = spawn(DUMP, ['--format=custom', `--file=${file}`, `--dbname=${url.href}`], {
    env: { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  child.once('error', reject);
  child.once('close', resolve);
  return promise;
}

async function backupExternal(databaseUrl: string, target: string, say: Command['say']): Promise<void> {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const file = path.join(target, `karat-${stamp}.dump`);
  const line = `pg_dump --format=custom --file='${file}' "$DATABASE_URL"`;
  say(`DATABASE_URL is set, so PostgreSQL's own tool makes the backup: ${line}`);
  await mkdir(target, { recursive: true });
  const code = await dumpDatabase(databaseUrl, file).catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error;
    throw new CommandRefused('pg_dump is not installed here. Run the line above where it is.');
  });
  if (code !== 0) throw new CommandRefused('pg_dump failed; there is no backup.');
  say(`The backup is ${file}. SECRET is not in it: keep that apart.`);
}

await runCommand(async ({ env, log, args, say }) => {
  const [folder = 'backups', ...more] = args;
  if (more.length > 0 || folder.startsWith('-')) throw new CommandRefused('Usage: npm run db:backup [folder]');
  const target = path.resolve(folder);
  if (env.databaseUrl !== undefined) return backupExternal(env.databaseUrl, target, say);

  const store = await borrowEmbedded(env.dataDir, log, say);
  try {
    const { connection } = store;
    const { folder: made, manifest } = await backupEmbedded({ dataDir: env.dataDir, connection, target });
    const megabytes = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000;
    say(`The backup is in ${made}: ${manifest.files.length} files, ${megabytes.toFixed(1)} MB.`);
    say('It holds secrets and personal data: keep it as safe as the site itself.');
  } finally {
    await store.stop();
  }
});
