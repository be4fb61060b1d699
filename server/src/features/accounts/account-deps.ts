import type { Deps } from '#deps.ts';
import type { Passwords } from './passwords.ts';
import type { Throttle } from './throttle.ts';

/** What the verbs of an account reach for. */
export type AccountDeps = Pick<Deps, 'db' | 'log' | 'live' | 'sessions' | 'env' | 'limits' | 'steam' | 'seal' | 'bus'>;

/** What they share: the queue of the hashing, and who has failed how often. */
export type Tools = { readonly passwords: Passwords; readonly throttle: Throttle };
