import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { backupEmbedded } from '#db/backup.ts';
import type { Connection } from '#db/connection.ts';
import { makePrivateFolder } from '#db/private-folder.ts';
import { CommandRefused, runCommand, type Command } from './command.ts';
import { assertInstalled, runTool } from './postgres-tools.ts';
import { runOnDatabase } from './command-database.ts';

/** Creates the file before pg_dump opens it, so that it is private even while it is written. */
async function createPrivateFile(file: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.chmod(0o600);
  } finally {
    await handle.close();
  }
}

async function backupExternal(databaseUrl: string, target: string, print: Command['print']): Promise<void> {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const file = path.join(target, `karat-${stamp}.dump`);
  await assertInstalled('pg_dump', `umask 077; pg_dump --format=custom --file='${file}' "$DATABASE_URL"`);
  const part = `${file}.part`;
  await makePrivateFolder(target);
  await createPrivateFile(part);
  try {
    if (!(await runTool('pg_dump', databaseUrl, ['--format=custom', `--file=${part}`]))) {
      throw new CommandRefused('pg_dump failed. No backup was written.');
    }
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
  print(`The backup is ${file}. It does not contain SECRET: store that separately.`);
}

async function backupDataDir(dataDir: string, connection: Connection, target: string, print: Command['print']) {
  const { folder, manifest } = await backupEmbedded({ dataDir, connection, target });
  const megabytes = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000;
  print(`The backup is in ${folder}: ${manifest.files.length} files, ${megabytes.toFixed(1)} MB.`);
  print('It contains secrets and personal data: protect it like the site itself.');
}

await runCommand(async (command) => {
  const { env, args, print } = command;
  const [folder = 'backups', ...extraArgs] = args;
  if (extraArgs.length > 0 || folder.startsWith('-')) throw new CommandRefused('Usage: npm run db:backup [folder]');
  const target = path.resolve(folder);
  await runOnDatabase(command, (connection) =>
    env.databaseUrl === undefined
      ? backupDataDir(env.dataDir, connection, target, print)
      : backupExternal(env.databaseUrl, target, print),
  );
});
