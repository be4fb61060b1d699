import { leaveSandbox } from '#features/residents/residents.ts';
import { runCommand } from './command.ts';
import { runOnAccounts } from './command-accounts.ts';

await runCommand(async (command) => {
  await runOnAccounts(command, async (deps) => {
    const banned = await leaveSandbox(deps);
    command.print(`This is now the database of a real site. Sandbox players banned: ${banned}.`);
  });
});
