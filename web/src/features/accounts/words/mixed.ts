import { plural } from '#i18n/plural.ts';

/** What only the forms of the door say, in the default language. */
export const mixedSignIn = {
  passwordRule: 'At least 6 characters.',
  inUse: 'Already in use. Please choose another.',
  forgotten: 'Forgot your password?',
  waitMinutes: (minutes: number) => `Try again in ${plural(minutes, { one: 'minute', other: 'minutes' })}.`,
  waitSeconds: (seconds: number) => `Try again in ${plural(seconds, { one: 'second', other: 'seconds' })}.`,
  bannedSince: (day: string) => `Our staff banned this account on ${day}.`,
  banned: 'Our staff have banned this account.',
  bannedObject: 'If you think that this is a mistake, write to',
  bannedAsk: 'If you think that this is a mistake, ask whoever runs this site.',
};

/** Every sentence of it. The full languages have the same keys, or they do not compile. */
export type SignInCatalogue = typeof mixedSignIn;
