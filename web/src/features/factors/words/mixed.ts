import { plural } from '#i18n/plural.ts';

/** Texts about the second factor in the default language. */
export const mixedFactor = {
  title: 'Two-step sign-in',
  lead: 'Signing in then also needs a code from an authenticator app on your phone.',
  off: 'Off. Anyone who has your password can sign in as you.',
  on: (day: string) => `On since ${day}.`,
  codesLeft: (count: number) => `${plural(count, { one: 'recovery code', other: 'recovery codes' })} left.`,
  setUp: 'Set up',
  newCodes: 'New recovery codes',
  turnOff: 'Turn off',

  setUpTitle: 'Set up two-step sign-in',
  passwordLead: 'Enter your password to continue.',
  steamLead: 'You need to have signed in with Steam in the last ten minutes.',
  password: 'Password',
  signInAgain: 'Sign in with Steam again',
  next: 'Continue',
  scanLead: 'Scan the QR code with an authenticator app, then enter the code that the app shows.',
  qrLabel: 'QR code with the secret for your app',
  secretLabel: 'Or type this secret into the app:',
  code: 'Code from the app',
  turnOn: 'Turn on',
  turnedOn: 'Two-step sign-in is on.',

  codesTitle: 'Your recovery codes',
  codesLead:
    'Each one replaces a code from the app once. Store them where you store your passwords: they are shown only now.',
  copyCodes: 'Copy all',
  copied: 'Copied.',
  download: 'Download',
  fileHead: (site: string, username: string) => `Recovery codes of ${username} on ${site}`,
  done: 'I have stored them',

  anyCode: 'Code from the app, or a recovery code',
  newCodesTitle: 'New recovery codes?',
  newCodesLead: 'Your earlier recovery codes stop working.',
  turnOffTitle: 'Turn off two-step sign-in?',
  turnOffLead: 'Your password or Steam alone will then be enough to sign in.',
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
