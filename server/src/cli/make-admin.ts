import { makeAdmin } from '#features/accounts/first-accounts.ts';
import { runCommand } from './command.ts';
import { runOnAccounts, usernameOf } from './command-accounts.ts';

await runCommand(async (command) => {
  const username = usernameOf(command, 'npm run make-admin -- <username>');
  await runOnAccounts(command, async (deps) => {
    const isPromoted = await makeAdmin(deps, username);
    command.print(
      isPromoted ? `${username} is now an admin and has to sign in again.` : `${username} is already an admin.`,
    );
  });
});
