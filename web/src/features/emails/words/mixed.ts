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
  linkInvalid: 'This link was used already, has expired or is not complete.',
  requestNew: 'Request a new link',
};

/** The type makes the other languages have the same keys. */
export type EmailsCatalogue = typeof mixedEmails;
