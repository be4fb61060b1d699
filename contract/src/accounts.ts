import * as z from 'zod/mini';
import { PASSWORDS_DIFFER, credentials, firstPassword, newAccount, passwordChange } from './account-forms.ts';
import { endpoint } from './endpoint.ts';
import { idParam } from './text.ts';

const role = z.enum(['user', 'admin']);

/** Who is signed in, and what the shell needs to draw itself. */
export const me = z.object({
  id: z.number(),
  username: z.string(),
  email: z.nullable(z.string()),
  steamId: z.nullable(z.string()),
  /** False for an id that the sandbox has lent: a real link takes its place. */
  isSteamLinked: z.boolean(),
  /** The player's page on the game platform. */
  steamProfile: z.nullable(z.string()),
  avatar: z.string(),
  role,
  isAdmin: z.boolean(),
  balance: z.number(),
  balanceVersion: z.number(),
  elo: z.number(),
  level: z.number(),
  hasPassword: z.boolean(),
  /** Where not, it is asked for before the first wager. */
  isAgeConfirmed: z.boolean(),
});
export type Me = z.output<typeof me>;

const signedIn = z.object({
  token: z.string(),
  user: z.object({ username: z.string(), email: z.nullable(z.string()), isAdmin: z.boolean(), balance: z.number() }),
  status: z.literal('success'),
  message: z.string(),
});

const done = z.object({ message: z.string() });

export const getMe = endpoint({
  method: 'GET',
  path: '/auth/me',
  summary: 'Who is signed in. With optional=1 a visitor gets data: null instead of a 401.',
  query: z.object({ optional: z.optional(z.string().check(z.maxLength(1))) }),
  refuses: ['unauthenticated'],
  reply: z.object({ data: z.nullable(me) }),
});

export const signup = endpoint({
  method: 'POST',
  path: '/auth/signup',
  summary: 'Make an account and sign in.',
  // The form compares the two passwords; a client that sends both is held to it.
  body: z.extend(newAccount, { confirmPassword: z.optional(z.string(PASSWORDS_DIFFER)) }).check(
    z.refine(({ password, confirmPassword = password }) => password === confirmPassword, {
      error: PASSWORDS_DIFFER,
      path: ['confirmPassword'],
    }),
  ),
  refuses: ['taken', 'banned'],
  reply: signedIn,
});

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  summary: 'Sign in with user name and password.',
  body: credentials,
  refuses: ['wrong_credentials', 'banned'],
  reply: signedIn,
});

export const logout = endpoint({
  method: 'GET',
  path: '/auth/logout',
  summary: 'End this session. Without one: 200 all the same.',
  changes: true,
  reply: done,
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/auth/changePassword',
  summary: 'Change the password; every other session ends.',
  body: passwordChange,
  refuses: ['wrong_password'],
  reply: done,
});

export const setPassword = endpoint({
  method: 'POST',
  path: '/auth/setPassword',
  summary: 'Give a Steam account its first password, within ten minutes of a Steam sign-in.',
  body: firstPassword,
  refuses: ['forbidden', 'stale_sign_in'],
  reply: done,
});

export const session = z.object({
  id: z.number(),
  device: z.string(),
  address: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});
export type Session = z.output<typeof session>;

export const confirmAge = endpoint({
  method: 'POST',
  path: '/user/confirmAge',
  summary: 'Confirm to be 18 or older, where that is asked for before the first wager.',
  reply: done,
});

export const getSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  summary: 'The devices that are signed in.',
  reply: z.object({ data: z.array(session) }),
});

export const revokeSession = endpoint({
  method: 'POST',
  path: '/auth/revokeSession/:id',
  summary: 'Sign one device out.',
  params: z.object({ id: idParam }),
  refuses: ['not_found'],
  reply: done,
});

/** How a way through the game platform ended; it comes back to the page as `?signin=`. */
export const signInOutcomes = [
  'ok',
  'linked',
  'cancelled',
  'failed',
  'already_linked',
  'staff',
  'banned',
  'too_many',
  'unavailable',
] as const;
export type SignInOutcome = (typeof signInOutcomes)[number];

export const steamLogin = endpoint({
  method: 'GET',
  path: '/auth/steamlogin',
  summary: 'Go to the game platform to sign in, or to link it to the account that is signed in.',
  changes: true,
  navigable: true,
  query: z.object({ returnTo: z.optional(z.string().check(z.maxLength(200))) }),
  refuses: ['sign_in_failed'],
  reply: z.void(),
});

export const steamReturn = endpoint({
  method: 'GET',
  path: '/auth/steamreturn',
  summary: 'Where the game platform sends the browser back to.',
  changes: true,
  navigable: true,
  refuses: ['already_linked', 'banned', 'forbidden', 'sign_in_failed', 'taken'],
  reply: z.void(),
});
