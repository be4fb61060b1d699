import type { Deps } from '#deps.ts';
import { answerResetRequests } from '#features/accounts/password-reset.ts';
import { readEmails } from './email-queue.ts';

/** The tokens of the links that wait to be sent to a player, oldest first. */
export async function readTokens(deps: Pick<Deps, 'db' | 'seal'>, playerId: number, template: string) {
  const emails = await readEmails(deps, playerId);
  return emails.filter((email) => email.template === template).map(({ parameters }) => parameters['token']!);
}

/** Answers the waiting requests and returns the tokens of the links for a new password. */
export async function readResetTokens(deps: Deps, playerId: number): Promise<string[]> {
  await answerResetRequests(deps);
  return readTokens(deps, playerId, 'account.passwordReset');
}
