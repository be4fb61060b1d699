import { openDb } from '#db/db.ts';
import { migrate } from '#db/migrate.ts';
import type { Deps } from '#deps.ts';
import { AccountError } from '#features/accounts/first-accounts.ts';
import { createSessions } from '#features/accounts/sessions.ts';
import { CommandRefused, type Command } from './command.ts';
import { runOnDatabase } from './command-database.ts';

/** Migrates the database and runs work that changes accounts and ends their sessions, also while the site runs. */
export async function runOnAccounts(
  command: Command,
  work: (deps: Pick<Deps, 'db' | 'sessions'>) => Promise<void>,
): Promise<void> {
  await runOnDatabase(command, async (connection) => {
    const { log } = command;
    await migrate(connection, log);
    const db = openDb({ connection, log });
    const sessions = createSessions(db, log);
    try {
      await work({ db, sessions });
    } catch (error) {
      throw error instanceof AccountError ? new CommandRefused(error.message) : error;
    } finally {
      await sessions.close();
      await db.close();
    }
  });
}

/** The only argument of a command; refuses other usage. */
export function usernameOf({ args }: Command, usage: string): string {
  const [username, ...extraArgs] = args;
  if (username === undefined || extraArgs.length > 0) throw new CommandRefused(`Usage: ${usage}`);
  return username;
}
