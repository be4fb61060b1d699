/** Texts about notifications on devices, in the mixed language. */
export const mixedPush = {
  title: 'Notifications on this device',
  text: 'You get them here while the site is closed. Turn each kind on or off at any time.',
  categories: {
    trade: { label: 'Trades', hint: 'A trade offer is waiting, or a deposit or withdrawal is done.' },
    ticket: { label: 'Support', hint: 'Support answered or closed your ticket.' },
    sale: { label: 'Market', hint: 'Your item was sold, or your buy order was filled.' },
    match: { label: 'Matches', hint: 'Your room is full, or your match is ready.' },
  },
  denied: 'Notifications are blocked for this site. Allow them in your browser’s site settings, then reload this page.',
  install:
    'On iPhone and iPad, add Karat to the Home Screen first: tap Share, then “Add to Home Screen”. Open Karat from there and come back to this page.',
  unsupported: 'This browser does not support notifications.',
  notAllowed: 'Your browser did not allow notifications. You can allow them in its site settings.',
  serviceFailed: 'The notification service of your browser does not work here. Please try again later.',
  sendTest: 'Send a test',
  testSent: 'Test sent. It arrives in a moment.',
  offerLabel: 'Notifications',
  offers: {
    trade: 'Get notified about this trade?',
    ticket: 'Get notified when support answers?',
    sale: 'Get notified when your item is sold?',
    match: 'Get notified when your match is ready?',
  },
  turnOn: 'Turn on',
  decline: 'No, thanks',
  turnedOn: 'Notifications are on. Change them on the security page.',
};

export type PushCatalogue = typeof mixedPush;
