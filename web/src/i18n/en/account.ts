import { account as mixed } from '../mixed/account.ts';

export const account: typeof mixed = {
  ...mixed,
  auth: {
    ...mixed.auth,
    loginTitle: 'Log in',
    login: 'Log in',
    loggingIn: 'Logging in…',
    signingUp: 'Creating your account…',
    switchToLogin: 'Log in',
    noAccount: 'No account yet?',
  },
  toasts: {
    ...mixed.toasts,
    signupDone: 'Your account is ready.',
    signupTaken: 'This username or e-mail address is already in use.',
    signupFailed: 'The account could not be created.',
    networkError: 'Network error. Please try again later.',
    loginDone: 'Welcome back! You are logged in.',
    loginFailed: 'Login failed. Please try again.',
    passwordChanged: 'Your password has been changed.',
    passwordChangeFailed: 'The password could not be changed.',
  },
  profile: {
    ...mixed.profile,
    title: 'My profile',
    tabProfile: 'My profile',
    tabSecurity: 'Security',
    tabHistory: 'Game history',
    steamProfile: 'Steam profile',
  },
  security: { ...mixed.security, saving: 'Saving…' },
};
