/** Texts of the pages that links in e-mails open, in the default language. */
export const mixedEmails = {
  email: 'E-mail',
  unavailable: 'This site sends no e-mails, so you cannot get a link for a new password.',
  help: 'What else can I do?',
  reset: {
    title: 'Reset password',
    lead: 'We send a link for a new password to the e-mail address of your account.',
    send: 'Send the link',
    sentTitle: 'Check your e-mails',
    sent: (email: string) =>
      `If an account has the address ${email}, a link is on its way. It works once, within one hour. Check your spam folder too.`,
    again: 'Use another address',
    newTitle: 'Choose a new password',
    newLead: 'Saving it signs you out on every device.',
    newPassword: 'New password',
    confirmPassword: 'Confirm new password',
    rule: 'At least 8 characters.',
    save: 'Save password',
    done: 'Your password was changed. Sign in with the new one.',
  },
  panel: {
    title: 'E-mail',
    text: 'For links to a new password and for security notices.',
    none: 'No e-mail address yet.',
    off: 'This site sends no e-mails.',
    verified: 'Confirmed',
    unverified: 'Not confirmed',
    sendLink: 'Send a link to confirm',
    linkSent: 'A link is on its way. It works once, within 24 hours.',
    change: 'Change address',
    add: 'Add address',
    pending: (address: string) =>
      `Waiting for the confirmation of ${address}. Open the link in the e-mail that we sent there.`,
    cancel: 'Keep the old address',
    cancelled: 'Your address stays as it is.',
  },
  change: {
    title: 'Change e-mail address',
    text: 'We send a link to the new address. It counts once you have opened the link.',
    newAddress: 'New e-mail address',
    password: 'Password',
    send: 'Send the link',
    signInAgain: 'Sign in with Steam again to continue',
  },
  confirm: {
    title: 'Confirm e-mail',
    lead: 'Confirm that the address is yours.',
    action: 'Confirm the address',
    done: 'Your e-mail address is confirmed.',
    noLink: 'Open the link in the e-mail that we sent you.',
    openSecurity: 'Open the security page',
  },
  linkInvalid: 'This link was used already, has expired or is not complete.',
  requestNew: 'Request a new link',
};

/** The type makes the other languages have the same keys. */
export type EmailsCatalogue = typeof mixedEmails;
