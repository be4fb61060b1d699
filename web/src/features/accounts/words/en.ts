import { type SignInCatalogue, mixedSignIn } from './mixed.ts';

/** Texts of the login and signup forms in English. */
export const enSignIn: SignInCatalogue = {
  ...mixedSignIn,
  signingIn: 'Going to Steam…',
  loginTitle: 'Log in',
  loggingIn: 'Logging in…',
  signingUp: 'Creating your account…',
  noAccount: 'No account yet?',
  switchToLogin: 'Log in',
  signupDone: 'Your account is ready.',
  signupTaken: 'This username or e-mail address is already in use.',
  signupFailed: 'The account could not be created.',
  loginFailed: 'Login failed. Please try again.',
};
