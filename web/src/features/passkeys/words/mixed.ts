/** Texts about passkeys in the default language. */
export const mixedPasskey = {
  title: 'Passkeys',
  lead: 'Sign in with your fingerprint, your face or the PIN of your device. A passkey replaces password and code.',
  none: 'No passkeys yet.',
  unsupported: 'This browser does not offer passkeys.',
  created: (day: string) => `Added on ${day}`,
  lastUsed: (day: string) => `last used on ${day}`,
  add: 'Add a passkey',
  remove: 'Remove',
  removeLabel: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeLead: 'You can no longer sign in with this passkey.',
  removed: 'Passkey removed.',
  addTitle: 'Add a passkey',
  addLead: 'Your device asks you to confirm it.',
  name: 'Name of the device',
  nameMissing: 'Enter a name.',
  password: 'Password',
  added: 'Passkey added.',
  signIn: 'Sign in with a passkey',
  use: 'Use a passkey',
  cancelled: 'The device did not confirm the passkey.',
  known: 'This device has a passkey for your account already.',
};

/** The type makes the other languages have the same keys. */
export type PasskeyCatalogue = typeof mixedPasskey;
