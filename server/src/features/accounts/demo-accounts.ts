import { nameKey } from '@karat/rules/names';
import type { Env } from '#env.ts';

/** Accounts that every visitor of a demo site may sign in to. */
export const DEMO_USERNAMES = ['demo', 'demo2'] as const;

/** Whether every visitor of this site knows the account's password. */
export function isDemoAccount({ isDemo }: Pick<Env, 'isDemo'>, username: string): boolean {
  return isDemo && DEMO_USERNAMES.some((name) => nameKey(name) === nameKey(username));
}
