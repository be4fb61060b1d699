import { forgetRestored } from '#db/embedded/restored.ts';
import { borrowStore } from '#db/store.ts';
import { readSecret } from '#secret.ts';
import { CommandRefused, runCommand } from './command.ts';
import { renewSecrets } from './renewal.ts';

await runCommand(async ({ env, log, args, say }) => {
  const [reason = 'Asked for by the operator.', ...more] = args;
  if (more.length > 0 || reason.startsWith('-') || reason.trim() === '') {
    throw new CommandRefused('Usage: npm run renew-secrets [-- "the reason"]');
  }
  const store = await borrowStore(env, log, say);
  try {
    const secret = await readSecret(env);
    say(await renewSecrets({ connection: store.connection, log, secret, reason: reason.trim() }));
    if (env.databaseUrl === undefined) await forgetRestored(env.dataDir);
  } finally {
    await store.stop();
  }
});
