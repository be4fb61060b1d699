import type { Alarm, AlarmKind } from '@karat/contract/alarms';

type DeliveryState = Alarm['deliveries'][number]['state'];

const kinds: Readonly<Record<AlarmKind, string>> = {
  booksHalted: 'Books halted',
  breach: 'Breach in the books',
  tradeReversed: 'Trade reversed',
  approvalNeeded: 'Withdrawal to approve',
  unlikelyDrops: 'Unlikely drops',
  pricesFailed: 'Prices not read',
  serverLost: 'Game server lost',
  diskFull: 'Disk nearly full',
  roleChanged: 'Staff role changed',
  test: 'Test',
};
const states: Readonly<Record<DeliveryState, string>> = { waiting: 'Waiting', sent: 'Sent', failed: 'Failed' };

/** Texts of the staff page about alarms in the default language. */
export const mixedAdmin = {
  lead: 'When a person should act soon, the site also writes to its operator.',
  destinations: 'Sent to',
  noDestinations: 'Alarms are only listed here.',
  noDestinationsHint:
    'To send them to a chat, a program or an e-mail address, set ALARM_WEBHOOKS or ALARM_EMAILS and restart.',
  test: 'Send a test',
  tested: 'Test queued.',
  listLabel: 'Alarms, newest first',
  none: 'No alarms yet.',
  noneHint: 'The newest alarms and their deliveries appear here.',
  failed: 'Failed to load alarms.',
  deliveries: 'Deliveries',
  attempt: (count: number) => `attempt ${count}`,
  kinds,
  states,
};

export type AdminCatalogue = typeof mixedAdmin;
