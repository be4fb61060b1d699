import * as z from 'zod/mini';
import {
  PASSWORDS_DIFFER_MESSAGE,
  signInForm,
  setPasswordForm,
  signUpForm,
  passwordChangeForm,
} from './account-forms.ts';
import { endpoint } from './endpoint.ts';
import { staffRole } from './staff.ts';
import { idParam } from './text.ts';

const role = z.enum(['user', 'admin']);

/** The signed-in player, with what the layout needs. */
export const me = z.object({
  id: z.number(),
  username: z.string(),
  email: z.nullable(z.string()),
  steamId: z.nullable(z.string()),
  /** False for a Steam id from the sandbox, which a real link replaces. */
  isSteamLinked: z.boolean(),
  /** The URL of the player's Steam profile. */
  steamProfile: z.nullable(z.string()),
  avatar: z.string(),
  role,
  isAdmin: z.boolean(),
  staffRole,
  /** Why a staff account has only the rights of a player here: no second factor in this session, or another network. */
  staffLimit: z.nullable(z.enum(['second_factor', 'address'])),
  balance: z.number(),
  balanceVersion: z.number(),
  elo: z.number(),
  level: z.number(),
  hasPassword: z.boolean(),
  /** If false, the site asks for it before the first wager. */
  isAgeConfirmed: z.boolean(),
});
export type Me = z.output<typeof me>;

/** The reply of every call that signs a player in. */
export const signedIn = z.object({
  token: z.string(),
  user: z.object({
    username: z.string(),
    email: z.nullable(z.string()),
    isAdmin: z.boolean(),
    staffRole,
    balance: z.number(),
  }),
  status: z.literal('success'),
  message: z.string(),
});

const done = z.object({ message: z.string() });

export const getMe = endpoint({
  method: 'GET',
  path: '/auth/me',
  worksInMaintenance: true,
  summary: 'The signed-in player. With optional=1 a visitor gets data: null instead of a 401.',
  query: z.object({ optional: z.optional(z.string().check(z.maxLength(1))) }),
  refuses: ['unauthenticated'],
  reply: z.object({ data: z.nullable(me) }),
});

export const signup = endpoint({
  method: 'POST',
  path: '/auth/signup',
  switch: 'signups',
  summary: 'Create an account and sign in.',
  // The form compares the two passwords. If a client sends both, they must match.
  body: z.extend(signUpForm, { confirmPassword: z.optional(z.string(PASSWORDS_DIFFER_MESSAGE)) }).check(
    z.refine(({ password, confirmPassword = password }) => password === confirmPassword, {
      error: PASSWORDS_DIFFER_MESSAGE,
      path: ['confirmPassword'],
    }),
  ),
  refuses: ['taken', 'banned'],
  reply: signedIn,
});

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  worksInMaintenance: true,
  summary:
    'Sign in with username and password. Accounts with a second factor get 401 second_factor_required with a challenge for confirmSignIn.',
  body: signInForm,
  refuses: ['wrong_credentials', 'second_factor_required', 'banned', 'maintenance'],
  reply: signedIn,
});

export const logout = endpoint({
  method: 'GET',
  path: '/auth/logout',
  worksInMaintenance: true,
  summary: 'End this session. Without a session it also succeeds.',
  hasSideEffects: true,
  reply: done,
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/auth/changePassword',
  summary: 'Change the password; every other session ends.',
  body: passwordChangeForm,
  refuses: ['wrong_password'],
  reply: done,
});

export const setPassword = endpoint({
  method: 'POST',
  path: '/auth/setPassword',
  summary: 'Give a Steam account its first password, within ten minutes of a Steam sign-in.',
  body: setPasswordForm,
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
  summary: 'Confirm that the player is 18 or older, where the site requires it before the first wager.',
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

/** Results of a Steam sign-in. The page gets them as `?signin=`. */
export const signInOutcomes = [
  'ok',
  'linked',
  'second_factor',
  'cancelled',
  'failed',
  'already_linked',
  'staff',
  'banned',
  'too_many',
  'sign_ups_off',
  'unavailable',
] as const;
export type SignInOutcome = (typeof signInOutcomes)[number];

export const steamLogin = endpoint({
  method: 'GET',
  path: '/auth/steamlogin',
  worksInMaintenance: true,
  summary: 'Redirect to Steam to sign in, or to link Steam to the signed-in account.',
  hasSideEffects: true,
  navigable: true,
  query: z.object({ returnTo: z.optional(z.string().check(z.maxLength(200))) }),
  refuses: ['sign_in_failed'],
  reply: z.void(),
});

export const steamReturn = endpoint({
  method: 'GET',
  path: '/auth/steamreturn',
  worksInMaintenance: true,
  summary: 'The return URL of the Steam sign-in.',
  hasSideEffects: true,
  navigable: true,
  refuses: [
    'already_linked',
    'banned',
    'forbidden',
    'maintenance',
    'second_factor_required',
    'sign_in_failed',
    'switched_off',
    'taken',
  ],
  reply: z.void(),
});
