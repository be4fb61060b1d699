import { plural } from '#i18n/plural.ts';

/** What only the forms of the door say, in the default language. */
export const mixedSignIn = {
  passwordRule: 'At least 6 characters.',
  inUse: 'Already in use. Please choose another.',
  forgotPassword: 'Forgot your password?',
  waitMinutes: (minutes: number) => `Try again in ${plural(minutes, { one: 'minute', other: 'minutes' })}.`,
  waitSeconds: (seconds: number) => `Try again in ${plural(seconds, { one: 'second', other: 'seconds' })}.`,
  bannedSince: (day: string) => `Our staff banned this account on ${day}.`,
  banned: 'Our staff have banned this account.',
  bannedObject: 'If you think that this is a mistake, write to',
  bannedAsk: 'If you think that this is a mistake, ask whoever runs this site.',
  signingIn: 'Going to Steam...',
  loginTitle: 'Login',
  signupTitle: 'Sign up',
  email: 'E-mail',
  username: 'Username',
  password: 'Password',
  confirmPassword: 'Confirm password',
  loggingIn: 'Signing in...',
  signingUp: 'Creating your account...',
  or: 'or',
  steam: 'Sign in with Steam',
  noAccount: "Don't have an account?",
  switchToSignup: 'Sign up',
  haveAccount: 'Already have an account?',
  switchToLogin: 'Login',
  adultsOnly: 'By signing up or signing in you confirm that you are 18 or older.',
  loginLead: 'Good to see you again.',
  signupLead: 'One account for cases, duels and the market.',
  weakPassword: 'Short passwords are easy to guess: 8 characters or more are safer.',
  signupDone: 'Kayıt başarılı!',
  signupTaken: 'Kullanıcı adı veya email zaten kullanımda.',
  signupFailed: 'Kayıt başarısız.',
  loginFailed: 'Login failed. Please try again.',
};

/** Every sentence of it. The full languages have the same keys, or they do not compile. */
export type SignInCatalogue = typeof mixedSignIn;
