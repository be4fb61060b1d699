import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import type { Connection } from '#db/connection.ts';
import { restoreEmbedded } from '#db/restore.ts';
import { markRestored, unmarkRestored } from '#db/database-origin.ts';
import { readSecret } from '#secret.ts';
import { CommandRefused, runCommand, type Command } from './command.ts';
import { assertInstalled, runTool } from './postgres-tools.ts';
import { rotateSecrets } from './secret-rotation.ts';
import { hasSiteTables, describeDatabase } from './command-database.ts';

/** Rotates the secrets: rolls after the backup have revealed what the restored site would draw from next. */
async function rotate({ env, log, print }: Command, connection: Connection): Promise<void> {
  try {
    const secret = await readSecret(env);
    print(await rotateSecrets({ connection, log, secret, reason: 'A backup was restored.' }));
  } catch (error) {
    throw new Error(
      'The backup was restored, but its seeds and chains may already be known and were not rotated. Run npm run rotate-secrets before you start the site.',
      { cause: error },
    );
  }
}

/** Restores only into an empty database: replacing one would delete its contents and mix tables of two versions. */
async function restoreExternal(command: Command, databaseUrl: string, dump: string): Promise<void> {
  await access(dump, constants.R_OK).catch(() => {
    throw new CommandRefused(`${dump} cannot be read.`);
  });
  if (await hasSiteTables(databaseUrl)) {
    throw new CommandRefused(
      'The database already contains a site. Create a new one with createdb, set DATABASE_URL to it, and restore there.',
    );
  }
  const options = ['--no-owner', '--clean', '--if-exists', '--single-transaction'];
  const line = `pg_restore ${options.join(' ')} --dbname="$DATABASE_URL" '${dump}'`;
  await assertInstalled('pg_restore', `${line}\nThen, before you start the site: npm run rotate-secrets`);
  await markRestored(databaseUrl);
  if (!(await runTool('pg_restore', databaseUrl, [...options, dump]))) {
    await unmarkRestored(databaseUrl);
    throw new CommandRefused('pg_restore failed. The database is unchanged.');
  }
  await rotate(command, databaseUrl);
  command.print(`${dump} was restored. You can start the site.`);
}

await runCommand(async (command) => {
  const { env, log, args, print } = command;
  const isForced = args.includes('--force');
  const [folder, ...extraArgs] = args.filter((each) => each !== '--force');
  if (folder === undefined || extraArgs.length > 0 || folder.startsWith('-')) {
    throw new CommandRefused('Usage: npm run db:restore -- <backup> [--force]');
  }
  const backup = path.resolve(folder);
  print(`Database: ${describeDatabase(env)}`);
  if (env.databaseUrl !== undefined) return restoreExternal(command, env.databaseUrl, backup);

  const { dataDir } = env;
  const restoring = {
    backup,
    dataDir,
    isForced,
    log,
    print,
    rotateSecrets: (each: Connection) => rotate(command, each),
  };
  const { createdAt, migrationsTotal } = await restoreEmbedded(restoring);
  print(
    `The backup of ${createdAt} was restored to ${dataDir} and started once; it has ${migrationsTotal} migrations.`,
  );
});
