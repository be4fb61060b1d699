import { forgetRestored } from '#db/embedded/restored.ts';
import { readSecret } from '#secret.ts';
import { CommandRefused, runCommand } from './command.ts';
import { renewSecrets } from './renewal.ts';
import { withStore } from './store.ts';

await runCommand(async (command) => {
  const { env, log, args, say } = command;
  const [reason = 'Asked for by the operator.', ...more] = args;
  if (more.length > 0 || reason.startsWith('-') || reason.trim() === '') {
    throw new CommandRefused('Usage: npm run renew-secrets [-- "the reason"]');
  }
  await withStore(command, async (connection) => {
    const secret = await readSecret(env);
    say(await renewSecrets({ connection, log, secret, reason: reason.trim() }));
    if (env.databaseUrl === undefined) await forgetRestored(env.dataDir);
  });
});
