import { createSmtpSender } from '#adapters/email/smtp.ts';
import { removeFactorsByName } from '#features/accounts/factor-removal.ts';
import { readSecret } from '#secret.ts';
import { createSeal } from '#seal.ts';
import { runCommand } from './command.ts';
import { runOnAccounts, usernameOf } from './command-accounts.ts';

await runCommand(async (command) => {
  const { env, print } = command;
  const username = usernameOf(command, 'npm run remove-second-factor -- <username>');
  await runOnAccounts(command, async (deps) => {
    const seal = createSeal(await readSecret(env));
    const email = env.smtp === undefined ? undefined : createSmtpSender(env.smtp);
    const isRemoved = await removeFactorsByName({ ...deps, seal, email }, username);
    print(
      isRemoved
        ? `The second factor of ${username} was removed. All devices were signed out.`
        : `${username} has no second factor.`,
    );
  });
});
