import type { Deps } from '#deps.ts';
import type { Passwords } from './passwords.ts';
import type { Throttle } from './throttle.ts';

/** Dependencies of the account functions. */
export type AccountDeps = Pick<
  Deps,
  'db' | 'log' | 'live' | 'sessions' | 'env' | 'limits' | 'steam' | 'seal' | 'switches' | 'bus' | 'email'
>;

/** Shared by the account functions: the queue of password hashing and the counters of failed attempts. */
export type AuthTools = { readonly passwords: Passwords; readonly throttle: Throttle };
