import { openDb } from '#db/db.ts';
import { migrate } from '#db/migrate.ts';
import { AccountError, makeAdmin } from '#features/accounts/first-accounts.ts';
import { createSessions } from '#features/accounts/sessions.ts';
import { CommandRefused, runCommand } from './command.ts';
import { runOnDatabase } from './command-database.ts';

await runCommand(async (command) => {
  const { log, args, print } = command;
  const [username, ...extraArgs] = args;
  if (username === undefined || extraArgs.length > 0)
    throw new CommandRefused('Usage: npm run make-admin -- <username>');
  await runOnDatabase(command, async (connection) => {
    await migrate(connection, log);
    const db = openDb({ connection, log });
    const sessions = createSessions(db, log);
    try {
      const isPromoted = await makeAdmin({ db, sessions }, username);
      print(isPromoted ? `${username} is now an admin and has to sign in again.` : `${username} is already an admin.`);
    } catch (error) {
      throw error instanceof AccountError ? new CommandRefused(error.message) : error;
    } finally {
      await sessions.close();
      await db.close();
    }
  });
});
