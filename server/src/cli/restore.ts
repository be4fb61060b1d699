import path from 'node:path';
import { restoreEmbedded } from '#db/restore.ts';
import { CommandRefused, runCommand } from './command.ts';

await runCommand(async ({ env, log, args, say }) => {
  const isForced = args.includes('--force');
  const [folder, ...more] = args.filter((each) => each !== '--force');
  if (folder === undefined || more.length > 0 || folder.startsWith('-')) {
    throw new CommandRefused('Usage: npm run db:restore -- <backup> [--force]');
  }
  const backup = path.resolve(folder);
  if (env.databaseUrl !== undefined) {
    throw new CommandRefused(
      `DATABASE_URL is set, so PostgreSQL's own tool restores: pg_restore --clean --if-exists --no-owner --dbname="$DATABASE_URL" '${backup}'`,
    );
  }
  const { createdAt, migrationsTotal } = await restoreEmbedded({ backup, dataDir: env.dataDir, isForced, log, say });
  say(
    `The backup of ${createdAt} is in ${env.dataDir}; it was started and read, ${migrationsTotal} migrations applied.`,
  );
});
