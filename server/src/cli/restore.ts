import path from 'node:path';
import type { Connection } from '#db/connection.ts';
import { restoreEmbedded } from '#db/restore.ts';
import { readSecret } from '#secret.ts';
import { CommandRefused, runCommand } from './command.ts';
import { renewSecrets } from './renewal.ts';

await runCommand(async ({ env, log, args, say }) => {
  const isForced = args.includes('--force');
  const [folder, ...more] = args.filter((each) => each !== '--force');
  if (folder === undefined || more.length > 0 || folder.startsWith('-')) {
    throw new CommandRefused('Usage: npm run db:restore -- <backup> [--force]');
  }
  const backup = path.resolve(folder);
  if (env.databaseUrl !== undefined) {
    throw new CommandRefused(
      `DATABASE_URL is set, so PostgreSQL's own tool restores: pg_restore --clean --if-exists --no-owner --dbname="$DATABASE_URL" '${backup}'\nThen, before the site is started: npm run renew-secrets`,
    );
  }

  let renewed = '';
  /** What was drawn after the backup has shown what the site of the backup would draw from next. */
  async function renew(connection: Connection): Promise<void> {
    try {
      renewed = await renewSecrets({
        connection,
        log,
        secret: await readSecret(env),
        reason: 'A backup was restored.',
      });
    } catch (error) {
      throw new Error(
        `The backup is in ${env.dataDir}, but its seeds and chains, which may be known by now, were not ended: run npm run renew-secrets before the site is started.`,
        { cause: error },
      );
    }
  }

  const { dataDir } = env;
  const { createdAt, migrationsTotal } = await restoreEmbedded({ backup, dataDir, isForced, log, say, renew });
  say(`The backup of ${createdAt} is in ${dataDir}; it was started and read, ${migrationsTotal} migrations applied.`);
  say(renewed);
});
