import { plural } from '#i18n/plural.ts';

/** Texts of the login and signup forms in the default language. */
export const mixedSignIn = {
  passwordRule: 'At least 6 characters.',
  inUse: 'Already in use. Please choose another one.',
  forgotPassword: 'Forgot your password?',
  waitMinutes: (minutes: number) => `Try again in ${plural(minutes, { one: 'minute', other: 'minutes' })}.`,
  waitSeconds: (seconds: number) => `Try again in ${plural(seconds, { one: 'second', other: 'seconds' })}.`,
  bannedSince: (day: string) => `This account was banned on ${day}.`,
  banned: 'Our staff banned this account.',
  bannedObject: 'If you think this is a mistake, write to',
  bannedAsk: 'If you think this is a mistake, contact the operator of this site.',
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
  weakPassword: 'Short passwords are easy to guess. 8 or more characters are safer.',
  signupDone: 'Kayıt başarılı!',
  signupTaken: 'Kullanıcı adı veya email zaten kullanımda.',
  signupFailed: 'Kayıt başarısız.',
  loginFailed: 'Login failed. Please try again.',
};

/** The type makes the other languages have the same keys. */
export type SignInCatalogue = typeof mixedSignIn;
