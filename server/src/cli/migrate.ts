import { migrate } from '#db/migrate.ts';
import { runCommand } from './command.ts';
import { withStore } from './store.ts';

await runCommand(async (command) => {
  const { log, say } = command;
  const work = async (connection: Parameters<typeof migrate>[0]): Promise<void> => {
    const applied = await migrate(connection, log);
    for (const name of applied) say(`Applied ${name}.`);
    if (applied.length === 0) say('The database is up to date.');
  };
  await withStore(command, work, { canBeEmpty: true });
});
