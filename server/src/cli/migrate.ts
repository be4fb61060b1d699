import { migrate } from '#db/migrate.ts';
import { runCommand } from './command.ts';
import { runOnDatabase } from './command-database.ts';

await runCommand(async (command) => {
  const { log, print } = command;
  const work = async (connection: Parameters<typeof migrate>[0]): Promise<void> => {
    const applied = await migrate(connection, log);
    for (const name of applied) print(`Applied ${name}.`);
    if (applied.length === 0) print('The database is up to date.');
  };
  await runOnDatabase(command, work, { canBeEmpty: true });
});
