import { CommandRefused, runCommand } from '#cli/command.ts';
import { runOnDatabase } from '#cli/command-database.ts';
import { openDb } from '#db/db.ts';

// Makes the named player one of the sandbox while the site runs, for journeys, which reach the site only from outside.
await runCommand(async (command) => {
  const [username = ''] = command.args;
  await runOnDatabase(command, async (connection) => {
    const db = openDb({ connection, log: command.log });
    const marked = await db.sql`update players set is_sandbox = true where username = ${username} returning id`;
    await db.close();
    if (marked.length === 0) throw new CommandRefused(`There is no player called "${username}".`);
  });
});
