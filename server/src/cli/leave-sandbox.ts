import { openDb } from '#db/db.ts';
import { migrate } from '#db/migrate.ts';
import { createSessions } from '#features/accounts/sessions.ts';
import { leaveSandbox } from '#features/residents/residents.ts';
import { runCommand } from './command.ts';
import { runOnDatabase } from './command-database.ts';

await runCommand(async (command) => {
  const { log, print } = command;
  await runOnDatabase(command, async (connection) => {
    await migrate(connection, log);
    const db = openDb({ connection, log });
    const sessions = createSessions(db, log);
    try {
      const banned = await leaveSandbox({ db, sessions });
      print(`This is now the database of a real site. Sandbox players banned: ${banned}.`);
    } finally {
      await sessions.close();
      await db.close();
    }
  });
});
