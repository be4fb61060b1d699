import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** What the site tells its operator outside of the site, because a person should act soon. */
export const ALARM_KINDS = [
  'booksHalted',
  'breach',
  'tradeReversed',
  'approvalNeeded',
  'unlikelyDrops',
  'pricesFailed',
  'serverLost',
  'diskFull',
  'roleChanged',
  'test',
] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

export const ALARMS_LISTED = 50;

const delivery = z.object({
  /** Where it was sent: the host of a webhook, or an e-mail address. */
  destination: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.number(),
  /** Why the last attempt failed. */
  failure: z.nullable(z.string()),
  closedAt: z.nullable(z.iso.datetime()),
});

const alarm = z.object({
  id: z.number(),
  kind: z.enum(ALARM_KINDS),
  /** What it is about, such as `audit:7`. */
  subject: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  deliveries: z.array(delivery),
});
export type Alarm = z.output<typeof alarm>;

export const getAlarms = endpoint({
  method: 'GET',
  path: '/admin/getAlarms',
  summary: `The newest ${ALARMS_LISTED} alarms with their deliveries, and where alarms are sent.`,
  reply: z.object({ data: z.array(alarm), destinations: z.array(z.string()) }),
});

export const testAlarms = endpoint({
  method: 'POST',
  path: '/admin/testAlarms',
  summary: 'Send a test to every destination of alarms.',
  refuses: ['unavailable'],
  reply: z.object({ message: z.string() }),
});
