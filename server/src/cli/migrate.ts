import { migrate } from '#db/migrate.ts';
import { borrowStore } from '#db/store.ts';
import { runCommand } from './command.ts';

await runCommand(async ({ env, log, say }) => {
  const store = await borrowStore(env, log, say);
  try {
    const applied = await migrate(store.connection, log);
    for (const name of applied) say(`Applied ${name}.`);
    if (applied.length === 0) say('The database is up to date.');
  } finally {
    await store.stop();
  }
});
