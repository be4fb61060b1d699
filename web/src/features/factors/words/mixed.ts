import { plural } from '#i18n/plural.ts';

/** Texts about the second factor in the default language. */
export const mixedFactor = {
  title: 'Two-step sign-in',
  lead: 'A code of an authenticator app on your phone, beside your password or Steam.',
  off: 'Off. A stolen password is enough to sign in as you.',
  on: (day: string) => `On since ${day}.`,
  codesLeft: (count: number) => `${plural(count, { one: 'recovery code', other: 'recovery codes' })} left.`,
  setUp: 'Set up',
  newCodes: 'New recovery codes',
  turnOff: 'Turn off',

  setUpTitle: 'Set up two-step sign-in',
  passwordLead: 'First confirm that it is you.',
  steamLead: 'This needs a Steam sign-in of the last ten minutes.',
  password: 'Password',
  signInAgain: 'Sign in with Steam again',
  next: 'Continue',
  scanLead: 'Scan the picture with an authenticator app, then enter the code that it shows.',
  qrLabel: 'QR code with the secret of your app',
  secretLabel: 'Or type this secret into the app:',
  code: 'Code of the app',
  turnOn: 'Turn on',
  turnedOn: 'Two-step sign-in is on.',

  codesTitle: 'Your recovery codes',
  codesLead: 'Each code replaces your phone once. Keep them where you keep your passwords: they are shown only now.',
  copyCodes: 'Copy all',
  copied: 'Copied.',
  download: 'Download',
  fileHead: (site: string, username: string) => `Recovery codes of ${username} on ${site}`,
  done: 'I have stored them',

  anyCode: 'Code of the app, or a recovery code',
  newCodesTitle: 'New recovery codes?',
  newCodesLead: 'The earlier ones no longer work.',
  turnOffTitle: 'Turn off two-step sign-in?',
  turnOffLead: 'Your password or Steam alone will be enough to sign in again.',
  turnedOff: 'Two-step sign-in is off.',

  againTitle: 'Enter a code again',
  againLead: 'Staff need a code of the last ten minutes for this.',
  confirm: 'Confirm',
  limitTitle: 'Two-step sign-in is needed',
  limitSetUp: 'Staff pages open once you have set up two-step sign-in. Until then you use the site as a player.',
  limitEnter: 'Staff pages open once you have entered a code. Until then you use the site as a player.',
  openSecurity: 'Open the security page',
  enterCode: 'Enter a code',
  addressTitle: 'Not from this network',
  addressText:
    'Staff pages open only from the networks that the operator has chosen. Here you use the site as a player.',
};

/** The type makes the other languages have the same keys. */
export type FactorCatalogue = typeof mixedFactor;
