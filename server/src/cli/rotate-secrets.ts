import { clearRestoredMark } from '#db/embedded/restored.ts';
import { readSecret } from '#secret.ts';
import { CommandRefused, runCommand } from './command.ts';
import { rotateSecrets } from './secret-rotation.ts';
import { runOnDatabase } from './command-database.ts';

await runCommand(async (command) => {
  const { env, log, args, print } = command;
  const [reason = 'Requested by the operator.', ...extraArgs] = args;
  if (extraArgs.length > 0 || reason.startsWith('-') || reason.trim() === '') {
    throw new CommandRefused('Usage: npm run rotate-secrets [-- "the reason"]');
  }
  await runOnDatabase(command, async (connection) => {
    const secret = await readSecret(env);
    print(await rotateSecrets({ connection, log, secret, reason: reason.trim() }));
    if (env.databaseUrl === undefined) await clearRestoredMark(env.dataDir);
  });
});
